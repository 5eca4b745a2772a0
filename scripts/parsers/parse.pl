# Runs Perl's parsers over values: one line of base64 a value on standard input.
use strict;
use warnings;
no warnings;
use MIME::Base64;
use Encode;
use JSON::PP;
use Scalar::Util qw(looks_like_number);

my $rfc3339 = eval { require DateTime::Format::RFC3339; DateTime::Format::RFC3339->new };
my %tables = (
  'whole-number.string' => ['perl looks_like_number' => sub { looks_like_number(decode('UTF-8', $_[0])) }],
  'number.string' => ['perl looks_like_number' => sub { looks_like_number(decode('UTF-8', $_[0])) }],
  'date-time.string' => [
    $rfc3339 ? ('perl DateTime::Format::RFC3339' => sub { $rfc3339->parse_datetime(decode('UTF-8', $_[0])); 1 }) : (),
  ],
  'document' => ['perl JSON::PP' => sub { JSON::PP->new->utf8->decode($_[0]); 1 }],
);
my @rows = @{ $tables{ $ARGV[0] } // [] };
my (@names, @parsers);
while (my ($name, $parser) = splice @rows, 0, 2) { push @names, $name; push @parsers, $parser }
print join("\t", "perl $^V, JSON::PP $JSON::PP::VERSION", @names), "\n";
while (my $line = <STDIN>) {
  my $text = decode_base64($line);
  print join('', map { my $parser = $_; my $found = eval { $parser->($text) }; $found ? 1 : 0 } @parsers), "\n";
}
