export interface Dsn {
  endpoint: string
  publicKey: string
}

/** `https://KEY@HOST[:PORT][/PATH]/PROJECT`; the old form with a secret after the key is refused. */
const DSN = /^(https?):\/\/([A-Za-z0-9]{1,64})@([A-Za-z0-9.-]+(?::\d{1,5})?)((?:\/[A-Za-z0-9._-]+)*)\/(\d{1,20})$/

export function readDsn(text: string): Dsn | undefined {
  const [_whole, scheme, publicKey, host, path, project] = DSN.exec(text) ?? []
  if (!publicKey || !URL.canParse(`${scheme}://${host}`)) return undefined
  return { endpoint: `${scheme}://${host}${path}/api/${project}/envelope/`, publicKey }
}
