import { socialLogin } from '@cuida/core/access/api.ts'
import { type Client, clientsOf } from '@cuida/simulators/google/clients.ts'
import { people } from '@cuida/simulators/google/people.ts'
import { chooseGoogleAccount, fetchAccessToken } from '@cuida/simulators/google/test-browser.ts'
import type { TestContext } from '../../testing/test-context.ts'
import { newClientAddress } from '../test-people.ts'

/** PUBLIC_URL of these test contexts; no server listens there. */
export const TEST_SITE = 'http://cuida.test'
export const [lucia = '', diego = '', nameless = '', unverified = '', ana = ''] = people.map(({ subject }) => subject)

/** A minimal browser: keeps cookies and follows redirects. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  private readonly context: TestContext
  private readonly source = newClientAddress()

  constructor(context: TestContext) {
    this.context = context
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async get(url: string) {
    const how = { method: 'GET' as const, url, remoteAddress: this.source, headers: { cookie: this.cookie } }
    const answer = await this.context.app.inject(how)
    this.keep([answer.headers['set-cookie'] ?? []].flat())
    return { status: answer.statusCode, location: String(answer.headers.location ?? ''), answer }
  }

  keep(headers: readonly string[]): void {
    for (const header of headers) {
      const [name = '', value = ''] = (header.split(';')[0] ?? '').split('=')
      if (value && !/max-age=0/i.test(header)) this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
  }

  /** To Google and back: the callback URL that Google redirects to. */
  async leave(subject: string, by = '/api/connect/google'): Promise<string> {
    const { location } = await this.get(by)
    const back = await chooseGoogleAccount(this.context.simulatorsUrl, location, subject)
    return back.pathname + back.search
  }

  async connect(subject: string, by?: string): Promise<string> {
    const { location } = await this.get(await this.leave(subject, by))
    return new URL(location, TEST_SITE).hash.replace('#code=', '')
  }

  sendCall = (accessToken: string) =>
    this.context.sendCall(
      socialLogin,
      { provider: 'google', accessToken },
      { from: this.source, headers: { cookie: this.cookie } },
    )

  signIn = async (subject: string) => this.sendCall(await this.connect(subject))
}

const [ownClient, another] = clientsOf({ publicUrl: TEST_SITE })
/** A Google access token, issued to us or to another application. */
export const createGoogleToken = (
  { simulatorsUrl }: TestContext,
  subject: string,
  to: 'us' | 'another' = 'us',
): Promise<string> => fetchAccessToken(simulatorsUrl, (to === 'us' ? ownClient : another) as Client, subject)

export const planGoogleFault = ({ simulatorsUrl }: TestContext, fault: { fault: string; path: string }) =>
  fetch(`${simulatorsUrl}/simulators/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'google', ...fault }),
  })
