"""The endpoint with FastAPI and SQLite, for uvicorn with two worker processes. STORE names the folder of the database."""

import os
import sqlite3
import threading
from datetime import datetime

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, conint

DATABASE = os.path.join(os.environ["STORE"], "users.db")
app = FastAPI()
local = threading.local()


class User(BaseModel):
    id: conint(gt=-(2**53), lt=2**53)
    date: datetime


def database():
    if not hasattr(local, "connection"):
        local.connection = sqlite3.connect(DATABASE, timeout=30, isolation_level=None)
        local.connection.execute("PRAGMA synchronous = OFF")
    return local.connection


# Not async: each request has a thread, and a worker process handles several at a time.
@app.post("/api/user", status_code=201)
def submit(user: User):
    try:
        database().execute("INSERT INTO user VALUES (?, ?)", (user.id, user.date.isoformat()))
    except sqlite3.IntegrityError:
        raise HTTPException(409, "id is taken")
    return user
