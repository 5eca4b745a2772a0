// The endpoint with net/http and a map behind a mutex.
package main

import (
	"encoding/json"
	"net/http"
	"os"
	"sync"
	"time"
)

type user struct {
	ID   *int64  `json:"id"`
	Date *string `json:"date"`
}

var (
	mutex sync.Mutex
	dates = map[int64]string{}
)

func reply(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}

func refuse(w http.ResponseWriter, status int, code string) {
	reply(w, status, map[string]string{"error": code})
}

func submit(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		refuse(w, http.StatusMethodNotAllowed, "method")
		return
	}
	var given user
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 100_000)).Decode(&given); err != nil {
		refuse(w, http.StatusBadRequest, "not-json")
		return
	}
	if given.ID == nil || given.Date == nil {
		refuse(w, http.StatusUnprocessableEntity, "missing")
		return
	}
	if _, err := time.Parse("2006-01-02T15:04:05.000Z", *given.Date); err != nil {
		refuse(w, http.StatusUnprocessableEntity, "date")
		return
	}
	mutex.Lock()
	_, taken := dates[*given.ID]
	if !taken {
		dates[*given.ID] = *given.Date
	}
	mutex.Unlock()
	if taken {
		refuse(w, http.StatusConflict, "taken")
		return
	}
	reply(w, http.StatusCreated, given)
}

func main() {
	http.HandleFunc("/api/user", submit)
	server := &http.Server{Addr: "127.0.0.1:" + os.Args[1], ReadTimeout: 30 * time.Second}
	panic(server.ListenAndServe())
}
