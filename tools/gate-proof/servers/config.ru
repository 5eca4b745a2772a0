# The endpoint with Rack and SQLite, for Puma with 2 processes of 4 threads. STORE names the folder of the database.
require "json"
require "sqlite3"
require "time"

DATABASE = File.join(ENV.fetch("STORE"), "users.db")
MOST_BYTES = 100_000

def database
  Thread.current[:database] ||= SQLite3::Database.new(DATABASE).tap do |opened|
    opened.busy_timeout = 30_000
    opened.execute("PRAGMA synchronous = OFF")
  end
end

def reply(status, value)
  [status, { "Content-Type" => "application/json" }, [JSON.generate(value)]]
end

def refuse(status, code) = reply(status, { error: code })

def date?(text)
  return false unless text.is_a?(String) && text.match?(/\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\z/)
  Time.iso8601(text).iso8601(3) == text
rescue ArgumentError
  false
end

def submit(body)
  return refuse(413, "too-large") if body.bytesize > MOST_BYTES
  document = JSON.parse(body.force_encoding("UTF-8"))
  return refuse(400, "not-an-object") unless document.is_a?(Hash)
  id, date = document.values_at("id", "date")
  return refuse(422, "id") unless id.is_a?(Integer) && id.abs < 2**53
  return refuse(422, "date") unless date?(date)
  database.execute("INSERT INTO user VALUES (?, ?)", [id, date])
  reply(201, { id:, date: })
rescue JSON::ParserError, EncodingError
  refuse(400, "not-json")
rescue SQLite3::ConstraintException
  refuse(409, "taken")
end

run(lambda do |env|
  next refuse(404, "path") unless env["PATH_INFO"] == "/api/user"
  next refuse(405, "method") unless env["REQUEST_METHOD"] == "POST"
  submit(env["rack.input"].read(MOST_BYTES + 1) || "")
end)
