/** Wall time and processor time of this process, from `start` to the last `lap`. */
export class Stopwatch {
  #beganMs = 0;
  #beganCpu = process.cpuUsage();
  seconds = 0;
  cpuSeconds = 0;

  start(): void {
    this.#beganMs = performance.now();
    this.#beganCpu = process.cpuUsage();
  }

  lap(): void {
    const { user, system } = process.cpuUsage(this.#beganCpu);
    this.seconds = (performance.now() - this.#beganMs) / 1000;
    this.cpuSeconds = (user + system) / 1e6;
  }

  /** The figures for this many requests. */
  over(requests: number) {
    return {
      seconds: this.seconds,
      rate: requests / this.seconds,
      cpuUs: (this.cpuSeconds / requests) * 1e6,
    };
  }
}
