import * as v from 'valibot'
import { type Deadline, deadlineIn } from '../keep-alive-connection.ts'
import { exchange, PROVIDER_TIMEOUT_MS, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { ProviderDown } from '../provider-down.ts'
import type { CpfRegistry, RegistryEntry } from './port.ts'

export interface SerproSettings {
  /** `https://gateway.apiserpro.serpro.gov.br` */
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  timeoutMs?: number
}

const PROVIDER = 'serpro'

interface Token {
  value: string
  until: number
}
const Granted = v.object({ access_token: v.pipe(v.string(), v.minLength(1)), expires_in: v.number() })
const Entry = v.object({
  nome: v.pipe(v.string(), v.minLength(1)),
  situacao: v.object({ codigo: v.string() }),
  /** ddmmyyyy; not part of every contract. */
  nascimento: v.optional(v.string()),
})
/** Status 0 is "Regular"; the others are suspended, deceased, pending, two kinds of cancelled, and null. */
const REGULAR = '0'
/** A token is renewed a minute early, so that it does not expire in transit. */
const MARGIN_MS = 60_000

/**
 * Serpro "Consulta CPF" (product 12.16): a token for an hour, then one request for each CPF. A token may end early: a
 * request that fails with a cached one is repeated once with a new one, within the same deadline.
 */
export function serproRegistry(settings: SerproSettings): CpfRegistry {
  let cachedToken: Token | undefined
  return {
    check: checkAt(settings.baseUrl, () => newToken(settings, deadlineIn(settings.timeoutMs ?? PROVIDER_TIMEOUT_MS))),
    async lookUp(cpf) {
      const until = deadlineIn(settings.timeoutMs ?? PROVIDER_TIMEOUT_MS)
      if (cachedToken && cachedToken.until > Date.now()) {
        const answer = await queryRegistry(settings, cpf, cachedToken, until).catch(unlessOver(until))
        if (answer) return answer
      }
      cachedToken = undefined
      cachedToken = await newToken(settings, until)
      return queryRegistry(settings, cpf, cachedToken, until)
    },
  }
}

const unlessOver = (until: Deadline) => (error: unknown) => {
  if (performance.now() >= until) throw error
  return undefined
}

async function queryRegistry(
  { baseUrl }: SerproSettings,
  cpf: string,
  token: Token,
  until: Deadline,
): Promise<RegistryEntry> {
  const { status, body } = await exchange({
    provider: PROVIDER,
    method: 'GET',
    url: `${baseUrl}/consulta-cpf-df/v1/cpf/${cpf}`,
    headers: { authorization: `Bearer ${token.value}` },
    until,
  })
  if (status === 422) return { kind: 'minor' }
  // 206 is an incomplete response; 400 and 404 mean an unknown CPF.
  if (status !== 200) return { kind: 'unusable' }
  const { situacao, nascimento } = readAnswer(PROVIDER, Entry, body)
  return situacao.codigo === REGULAR ? { kind: 'regular', dateOfBirth: dayOf(nascimento) } : { kind: 'unusable' }
}

/** Converts ddmmyyyy to an ISO date; undefined when it is missing. */
function dayOf(nascimento: string | undefined): string | undefined {
  const [_whole, day, month, year] = /^(\d{2})(\d{2})(\d{4})$/.exec(nascimento ?? '') ?? []
  return year && `${year}-${month}-${day}`
}

async function newToken({ baseUrl, consumerKey, consumerSecret }: SerproSettings, until: Deadline): Promise<Token> {
  const { status, body } = await exchange({
    provider: PROVIDER,
    method: 'POST',
    url: `${baseUrl}/token`,
    headers: { authorization: `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}` },
    form: { grant_type: 'client_credentials' },
    until,
  })
  if (status !== 200) throw new ProviderDown(PROVIDER, `token HTTP ${status}`)
  const { access_token: value, expires_in: seconds } = readAnswer(PROVIDER, Granted, body)
  return { value, until: Date.now() + seconds * 1000 - MARGIN_MS }
}
