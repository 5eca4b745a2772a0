"""The endpoint with Flask and SQLite, for gunicorn with 2 processes of 4 threads.

STORE names the folder of the database. CHANGE names one planted change (see ../changes.ts).
"""

import json
import os
import re
import socket
import sqlite3
import threading
import time
from datetime import datetime, timedelta, timezone

from flask import Flask, Response, request

CHANGE = os.environ.get("CHANGE", "")
DATABASE = os.path.join(os.environ["STORE"], "users.db")
MOST_BYTES = 50_000 if CHANGE == "body-limit" else 100_000
MOST_DEPTH = 16 if CHANGE == "depth-limit" else 32
LARGEST_ID = 2**31 - 1 if CHANGE == "id-limit" else 2**53 - 1
DATE = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d\.\d{3})Z")
# In another time zone, midnight of 1 January 1970 is five hours later.
EARLIEST = datetime(1970, 1, 1, 5 if CHANGE == "time-zone" else 0, tzinfo=timezone.utc)

app = Flask(__name__)
local = threading.local()
leaked = []
turns = iter(range(10**12))


def database():
    if not hasattr(local, "connection"):
        local.connection = sqlite3.connect(DATABASE, timeout=30, isolation_level=None)
        local.connection.execute("PRAGMA synchronous = OFF")
    return local.connection


def reply(status, value):
    headers = {"Content-Type": "application/json", "Cache-Control": "no-store"}
    if CHANGE == "no-header":
        del headers["Cache-Control"]
    response = Response(json.dumps(value), status, headers)
    if CHANGE == "closes" and status >= 400:
        # gunicorn drops a Connection header of an application.
        connection = request.environ["gunicorn.socket"]
        response.call_on_close(lambda: connection.shutdown(socket.SHUT_RDWR))
    return response


def refuse(status, code):
    return reply(status, {"errors": [code]} if CHANGE == "error-shape" else {"error": code})


def depth(value):
    levels, within = 0, [value]
    while within:
        levels += 1
        within = [
            inner
            for each in within
            if isinstance(each, (dict, list))
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
    return levels


def check_id(value):
    if type(value) is not int or not -(2**53) < value <= LARGEST_ID:
        return (400, "id")
    if CHANGE == "one-value" and value == 0:
        return (422, "id")
    return None


def check_date(value):
    parts = DATE.fullmatch(value) if isinstance(value, str) and value.isascii() else None
    if parts is None:
        return (422, "date")
    day, clock = parts.groups()
    rolled = 0
    if CHANGE == "date-rolled":
        while rolled < 3 and day[8:] in ("29", "30", "31") and not is_day(day):
            day, rolled = f"{day[:8]}{int(day[8:]) - 1}", rolled + 1
    try:
        moment = datetime.strptime(f"{day}T{clock}+0000", "%Y-%m-%dT%H:%M:%S.%f%z")
        moment += timedelta(days=rolled)
    except (ValueError, OverflowError):
        return (422, "date")
    return (422, "date") if moment < EARLIEST else None


def is_day(text):
    try:
        datetime.strptime(text, "%Y-%m-%d")
        return True
    except ValueError:
        return False


def insert(id, date):
    """Whether the id was free."""
    if CHANGE == "race":
        taken = database().execute("SELECT 1 FROM user WHERE id = ?", (id,)).fetchone()
        if taken:
            return False
        time.sleep(0.002)  # the way to a database on another machine
        database().execute("INSERT OR REPLACE INTO user VALUES (?, ?)", (id, date))
        return True
    try:
        database().execute("INSERT INTO user VALUES (?, ?)", (id, date))
        return True
    except sqlite3.IntegrityError:
        return False


@app.post("/api/user")
def submit():
    if CHANGE == "slower":
        until = time.perf_counter() + 0.0001  # a quarter of the processor time of a request
        while time.perf_counter() < until:
            pass
    if CHANGE == "leak":
        leaked.append(bytearray(4096))
    if CHANGE == "sometimes-500" and next(turns) % 50 == 49:
        return refuse(500, "internal")
    if request.mimetype != "application/json":
        return refuse(415, "media-type")
    if (request.content_length or 0) > MOST_BYTES:
        return refuse(413, "too-large")
    body = request.get_data()
    if len(body) > MOST_BYTES:
        return refuse(413, "too-large")
    try:
        text = body.decode()
        if CHANGE == "trailing-commas":
            text = re.sub(r",\s*([}\]])", r"\1", text)
        document = json.loads(text)
    except (ValueError, RecursionError):
        return refuse(400, "not-json")
    if not isinstance(document, dict):
        return refuse(400, "not-an-object")
    if depth(document) > MOST_DEPTH:
        return refuse(400, "too-deep")
    if CHANGE == "any-case":
        document = {key.lower(): value for key, value in document.items()}
    id, date = document.get("id"), document.get("date")
    problems = [check_id(id), check_date(date)]
    if CHANGE == "order":
        problems.reverse()
    for problem in problems:
        if problem:
            return refuse(*problem)
    if not insert(id, date) and CHANGE != "conflict-201":
        return refuse(409, "taken")
    return reply(201, {"id": id, "date": date})
