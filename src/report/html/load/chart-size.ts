/**
 * A chart is drawn once for each of these, in pixels of the page, and the one that fits the room it
 * has is shown: text that scales with the picture would be too small on a phone.
 */
export type ChartSize = {
  name: "narrow" | "middle" | "full";
  width: number;
  height: number;
  /** Where the data is drawn: the rest is for the axes. */
  plot: { left: number; right: number; top: number; bottom: number };
};

const sizeOf = (name: ChartSize["name"], width: number, height: number): ChartSize => ({
  name,
  width,
  height,
  plot: { left: 46, right: width - 16, top: 30, bottom: height - 56 },
});

const narrow = sizeOf("narrow", 310, 270);
const middle = sizeOf("middle", 490, 320);
const full = sizeOf("full", 1030, 360);

/** For half of the page's width, and for all of it. */
export const halfPage: readonly ChartSize[] = [narrow, middle];
export const wholePage: readonly ChartSize[] = [narrow, middle, full];
