import type { patientsOf } from '../../profile/store.ts'
import type { ChargeRequest } from '../../providers/payment/port.ts'

type Holder = Awaited<ReturnType<typeof patientsOf>>[number]

/** Whoever holds the account pays, whomever the care is for; with Pix perhaps under another CPF that they gave. */
export function payerOf(
  { document, cpf: own, email, firstName, lastName, phone }: Holder,
  given?: string,
): ChargeRequest['payer'] {
  const cpf = given || own
  const identity = cpf
    ? { type: 'CPF', number: cpf }
    : document && { type: document.documentType ?? 'OTHER', number: document.documentNumber }
  return { email, firstName, lastName, phone, ...(identity ? { document: identity } : {}) }
}
