/** Paths for programs, files and frames, without the slash at the start: they have no page of the patient app. */
export const NO_PAGES =
  /^(v1|api|docs|desk|uploads|assets|icons|simulators|\.well-known|payment-frame|help-window|prescription-window|to-the-app)(\/|$)|^(robots\.txt|manifest\.webmanifest|service-worker\.js|push-worker\.js)$/
