<?php
// The endpoint with PHP and SQLite, for the built-in server with 4 workers. STORE names the folder of the database.

function reply(int $status, array $value): bool
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($value);
    return true;
}

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/api/user') {
    return reply(404, ['error' => 'path']);
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    return reply(405, ['error' => 'method']);
}
$document = json_decode(file_get_contents('php://input'));
if (!is_object($document)) {
    return reply(400, ['error' => 'not-json']);
}
$id = $document->id ?? null;
$date = $document->date ?? null;
if (!is_int($id)) {
    return reply(422, ['error' => 'id']);
}
$parsed = is_string($date) ? DateTime::createFromFormat('Y-m-d\TH:i:s.v\Z', $date) : false;
if ($parsed === false || $parsed->format('Y-m-d\TH:i:s.v\Z') !== $date) {
    return reply(422, ['error' => 'date']);
}
$database = new SQLite3(getenv('STORE') . '/users.db');
$database->busyTimeout(30000);
$database->exec('PRAGMA synchronous = OFF');
$insert = $database->prepare('INSERT OR IGNORE INTO user VALUES (:id, :date)');
$insert->bindValue(':id', $id, SQLITE3_INTEGER);
$insert->bindValue(':date', $date);
$insert->execute();
if ($database->changes() === 0) {
    return reply(409, ['error' => 'taken']);
}
return reply(201, ['id' => $id, 'date' => $date]);
