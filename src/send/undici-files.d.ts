// Files of undici without types of their own; what they export is what its index exports.
declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici";
  export default Client;
}

declare module "undici/lib/core/errors.js" {
  import { errors } from "undici";
  export default errors;
}
