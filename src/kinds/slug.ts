/** A field's path as part of a clause's or a suite's id: `orderId` is `order-id`, `items[0].sku` is `items-sku`, `items[0]` is `items-item`. */
export const slugOf = (path: string): string =>
  path
    .replace(/\[\d+\](?=$|\[\d+\])/g, "-item")
    .replace(/\[\d+\]/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "") || "body";
