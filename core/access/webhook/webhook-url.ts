const IP_ADDRESS = /^\[|^\d+(\.\d+){3}$/
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Whether messages may be sent to a URL: https on its own port, to a named host. Where the name leads is checked for
 * each connection. `mayReachLoopback`: in development also http to this machine.
 */
export function isWebhookUrl(text: string, { mayReachLoopback = false } = {}): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, port, username, password } = new URL(text)
  if (username || password) return false
  if (mayReachLoopback && protocol === 'http:' && LOOPBACK.includes(hostname)) return true
  return protocol === 'https:' && port === '' && hostname.includes('.') && !IP_ADDRESS.test(hostname)
}
