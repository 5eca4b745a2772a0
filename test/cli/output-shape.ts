/**
 * Matches a status, not a count. A count is first in its line, follows `on` or a share, or is followed by a figure with
 * a unit.
 */
const STATUS =
  /(?<!^ *)(?<! on |\/|\d,)(?<!% +)\b[1-5]\d\d\b(?! +[\d.,]+(?: m?s|%))(?=$| {2}|,(?!\d)|[)│├┤]| →| at | up to| became| from | ×| [├│┤])/g;

/** A line of output without the parts that differ from run to run: figures, addresses, bars and the width of columns. */
function outputShape(line: string): string {
  return (
    line
      // The ranking by speed: another one every time.
      .replace(/^ *\d+(?: to \d+)? +\w+ +(?:≥ )?[\d,.]+\/s(?: .*)?$/, "RANK")
      .replaceAll("≥ ", "")
      .replaceAll(/reports\/\S+?(?=\/report\.html| |$)/g, "RUN")
      // A load that is not stationary has no interval.
      .replace(/^(speed.*?\/s) ±[\d.]+%/, "$1")
      // What a user types depends on how it was started.
      .replaceAll("npx api-witness", "witness")
      .replaceAll(/\{"id":\S*/g, "BODY")
      .replaceAll(
        STATUS,
        (status) => `<${[...status].map((digit) => "abcdefghij"[Number(digit)]).join("")}>`,
      )
      .replaceAll(
        /[±+−-]?\b\d[\d,.]*(?:…\d+)?(?:e[+-]?\d+)?(?: ?(?:ms|µs|s|min|[KMG]?iB)\b|%)?/g,
        "#",
      )
      .replaceAll(/[█▏▎▍▌▋▊▉]+/g, " ")
      .replaceAll(/[├─┤┼┄│]{3,}/g, "SCALE")
      .replaceAll(/\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, "MONTH")
      // How fast one is against another: a result of its own every time.
      .replace(/^( *\w+ \/ \w+ ).*/, "$1")
      // How many differences there is time to confirm depends on the machine.
      .replace(/, # of them unconfirmed/, "")
      .replaceAll(/# (?:of a core|cores?) busy/g, "# busy")
      // What is found and which checks fail in a short load depends on the machine.
      .replace(/^found +# (?:limits?|boundar|with).*$/, "found")
      .replace(/^speed +\w+ (?:≥ )?#.* · .*$/, "speed of several")
      .replace(
        /^.* is the (?:fastest: #|outlier: )?.*$|^ *No target is certainly.*$|^ *\w+ and \w+ are most alike.*$/,
        "CONCLUSION",
      )
      .replace(/^speed +(?:≥ )?(.*?)(?: ! .*)?$/, "speed $1")
      .replaceAll(/\brounds\b/g, "round")
      // Fewer rounds than the documented ones have no interval.
      .replaceAll(/\/s \[#,? #\]/g, "/s")
      .replaceAll(/#(?:\s+#)+/g, "#")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}

/**
 * The documented lines that no line of the output contains. A line that begins with `…` stands for further lines, a cell that
 * ends with `…` for any rest. The order is not compared: what comes first depends on figures.
 */
export function missingLines(documented: readonly string[], output: string): string[] {
  const shapes = output.split("\n").map(outputShape);
  return documented.filter((line) => {
    if (line.trim() === "" || line.trim().startsWith("…")) return false;
    const pattern = new RegExp(outputShape(line).split("…").map(quoted).join(".*"));
    return !shapes.some((shape) => pattern.test(shape));
  });
}

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
