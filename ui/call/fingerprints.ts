/** The distinct fingerprints in a session description; one of ours has exactly one. */
export function parseFingerprints(sdp: string): string[] {
  const named = [...sdp.matchAll(/a=fingerprint:([^\r\n]*)/gi)].map(([_whole, value = '']) => {
    const [hash = '', digest = ''] = value.trim().split(/\s+/)
    return `${hash.toLowerCase()} ${digest.toUpperCase()}`
  })
  return [...new Set(named)]
}
