import type { Profile } from '@cuida/core/profile/account/profile.ts'
import type { NewCardForm } from './frame/protocol.ts'

export type Payer = Required<Pick<NewCardForm, 'holder' | 'document'>>

/** Name and document of the account holder, who usually pays; both can be changed in the card form. */
export const payerOf = (profile: Profile | undefined): Payer => ({
  holder: [profile?.firstName, profile?.lastName].filter(Boolean).join(' '),
  document: profile?.cpf ?? '',
})
