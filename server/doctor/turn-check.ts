import { iceServers } from '../care/call/ice/ice.ts'
import { allocateRelay } from '../care/call/ice/turn-client.ts'
import { type Check, type Outcome, ok, problem } from './check.ts'

const TIMEOUT_MS = 4_000

/** Requests a relay from each address of TURN_URLS, with credentials as a call has them. */
export const turnCheck = (env: Record<string, string | undefined>): Check => ({
  id: 'turn',
  async run() {
    const { TURN_SECRET = '', TURN_URLS = '' } = env
    const servers = iceServers({ TURN_SECRET, TURN_URLS }, 'doctor', new Date())
    const all = servers.flatMap(({ urls, username = '', credential = '' }) =>
      urls.map((url) => ({ url, username, credential })),
    )
    if (all.length === 0) return ok('none: browsers connect directly')
    const results = await Promise.all(
      all.map(async ({ url, ...credentials }) => ({
        url,
        result: await allocateRelay(url, credentials, AbortSignal.timeout(TIMEOUT_MS)).catch(
          () => 'no answer' as const,
        ),
      })),
    )
    return turnOutcome(results)
  },
})

interface Result {
  url: string
  result: 'ok' | 'no answer' | number
}

function turnOutcome(results: readonly Result[]): Outcome {
  const failed = results.filter(({ result }) => result !== 'ok')
  if (failed.length === 0) return ok(`${results.length} addresses grant a relay`)
  const message = failed.map(({ url, result }) => `${url}: ${result === 401 ? 'refuses the credentials' : result}`)
  const todo = failed.some(({ result }) => result === 401)
    ? 'Set TURN_SECRET to the static-auth-secret of coturn (deploy/coturn.conf), and compare the clocks.'
    : 'Start coturn (deploy/coturn.conf), open its ports for UDP and TCP, and check TURN_URLS.'
  return problem(message.join(', '), todo)
}
