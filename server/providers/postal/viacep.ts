import * as v from 'valibot'
import { deadlineIn } from '../keep-alive-connection.ts'
import { exchange, readAnswer } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import type { PostalCodes } from './port.ts'

const PROVIDER = 'viacep'
/** Shorter than for payments: the patient is typing an address and can continue without the look-up. */
const TIMEOUT_MS = 4_000

// Product 12.15: an unknown code is 200 with `erro`, the text "true" today and the boolean in older responses.
const Unknown = v.object({ erro: v.union([v.string(), v.boolean()]) })
const Known = v.object({
  uf: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)),
  localidade: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  bairro: v.pipe(v.string(), v.maxLength(100)),
  logradouro: v.pipe(v.string(), v.maxLength(160)),
})

/** ViaCEP receives the code and nothing about the patient. */
export function viaCep({ baseUrl, timeoutMs = TIMEOUT_MS }: { baseUrl: string; timeoutMs?: number }): PostalCodes {
  const find = async (cep: string) => {
    const url = `${baseUrl}/ws/${encodeURIComponent(cep)}/json/`
    const until = deadlineIn(timeoutMs)
    const { body } = await exchange({ provider: PROVIDER, method: 'GET', url, headers: {}, until })
    if (v.is(Unknown, body)) return undefined
    const address = readAnswer(PROVIDER, Known, body)
    return {
      state: address.uf,
      city: address.localidade,
      district: address.bairro || undefined,
      street: address.logradouro || undefined,
    }
  }
  return { find, check: checkAt(baseUrl, () => find('01001000')) }
}
