<?php
// Runs PHP's parsers over values: one line of base64 a value on standard input.
error_reporting(0);
ini_set('memory_limit', '512M');

function decoded(string $text): mixed {
    return json_decode($text, false, 512, JSON_THROW_ON_ERROR);
}

function typed(int $value): int {
    return $value;
}

function typedFloat(float $value): float {
    return $value;
}

function format(string $form): callable {
    return function (string $text) use ($form): bool {
        $found = DateTimeImmutable::createFromFormat($form, $text);
        $problems = DateTimeImmutable::getLastErrors();
        return $found !== false && ($problems === false || $problems['warning_count'] === 0);
    };
}

/** The usual check: reading and writing give the same text. */
function same(string $form): callable {
    return function (string $text) use ($form): bool {
        $found = DateTimeImmutable::createFromFormat($form, $text);
        return $found !== false && $found->format($form) === $text;
    };
}

/** Whatever an object is returned for: what is not in the calendar rolls over with a warning. */
function rolled(string $form): callable {
    return fn (string $text): bool => DateTimeImmutable::createFromFormat($form, $text) !== false;
}

$filter = fn (int $which, int $flags = 0) => fn (string $text): bool => filter_var($text, $which, $flags) !== false;

$tables = [
    'whole-number.number' => [
        'php is_int' => fn ($text) => is_int(decoded($text)),
        'php int parameter' => function ($text) { typed(decoded($text)); return true; },
    ],
    'whole-number.string' => [
        'php is_numeric' => 'is_numeric',
        'php ctype_digit' => 'ctype_digit',
        'php FILTER_VALIDATE_INT' => $filter(FILTER_VALIDATE_INT),
        'php int parameter' => function ($text) { typed($text); return true; },
    ],
    'number.number' => ['php is_numeric' => fn ($text) => is_numeric(decoded($text)), 'php is_finite' => fn ($text) => is_finite(decoded($text))],
    'number.string' => [
        'php is_numeric' => 'is_numeric',
        'php FILTER_VALIDATE_FLOAT' => $filter(FILTER_VALIDATE_FLOAT),
    ],
    'boolean.string' => [
        'php FILTER_VALIDATE_BOOLEAN' => fn ($text) => filter_var($text, FILTER_VALIDATE_BOOLEAN, FILTER_NULL_ON_FAILURE) !== null,
    ],
    'date-time.string' => [
        'php ATOM' => format(DATE_ATOM),
        'php ATOM same' => same(DATE_ATOM),
        'php ATOM rolled' => rolled(DATE_ATOM),
        'php RFC3339_EXTENDED' => format(DATE_RFC3339_EXTENDED),
        'php RFC3339_EXTENDED rolled' => rolled(DATE_RFC3339_EXTENDED),
        'php Y-m-d H:i:s' => format('Y-m-d H:i:s'),
    ],
    'date.string' => ['php Y-m-d' => format('Y-m-d'), 'php Y-m-d same' => same('Y-m-d')],
    'document' => ['php json_decode' => function ($text) { decoded($text); return true; }],
];

$parsers = $tables[$argv[1]] ?? [];
echo implode("\t", ['php ' . PHP_VERSION, ...array_keys($parsers)]), "\n";
while (($line = fgets(STDIN)) !== false) {
    $text = base64_decode($line);
    foreach ($parsers as $accepts) {
        try {
            echo $accepts($text) ? '1' : '0';
        } catch (Throwable) {
            echo '0';
        }
    }
    echo "\n";
}
