/** Whether users log in at a path. */
export const isLoginPath = (path: string): boolean =>
  /(log-?in|sign-?in|token|auth|sessions?)\/?$/i.test(path);
