# Runs Ruby's parsers over values: one line of base64 a value on standard input.
require "base64"
require "date"
require "json"
require "time"

def works(&read)
  lambda do |text|
    begin
      read.call(text) != false
    rescue StandardError
      false
    end
  end
end

TABLES = {
  "whole-number.number" => { "ruby JSON Integer" => works { |text| JSON.parse(text).is_a?(Integer) } },
  "whole-number.string" => {
    "ruby Integer()" => works { |text| Integer(text) },
    "ruby Integer(, 10)" => works { |text| Integer(text, 10) },
  },
  "number.number" => { "ruby JSON finite" => works { |text| JSON.parse(text).to_f.finite? } },
  "number.string" => { "ruby Float()" => works { |text| Float(text) } },
  "date-time.string" => {
    "ruby Time.iso8601" => works { |text| Time.iso8601(text) },
    "ruby DateTime.rfc3339" => works { |text| DateTime.rfc3339(text) },
  },
  "date.string" => {
    "ruby Date.strptime" => works { |text| Date.strptime(text, "%Y-%m-%d") },
  },
  "document" => { "ruby JSON.parse" => works { |text| JSON.parse(text); true } },
}

parsers = TABLES.fetch(ARGV[0], {})
puts ["ruby #{RUBY_VERSION}, json #{JSON::VERSION}", *parsers.keys].join("\t")
STDIN.each_line do |line|
  text = Base64.decode64(line).force_encoding("UTF-8")
  puts parsers.values.map { |accepts| accepts.call(text) ? "1" : "0" }.join
end
