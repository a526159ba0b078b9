import type { SignedIn } from '@cuida/core/access/session-api.ts'
import type * as v from 'valibot'
import { forgetInvitations } from '../invite/kept.ts'
import { goTo } from '../kit/navigation.ts'
import { signIn } from '../kit/session.tsx'
import { pathOf } from '../routes.ts'
import { markEntryNew } from './entry.ts'
import { forgetPhone } from './known-phone.ts'
import { forgetSteps } from './registration.ts'
import { markSigned } from './signed.ts'

/** The account is there: nothing of the way to it is kept, and its holder is in. */
export function enterNewAccount(reply: v.InferOutput<typeof SignedIn>): void {
  forgetSteps()
  forgetPhone()
  markSigned('signup')
  markEntryNew()
  forgetInvitations()
  signIn(reply)
  goTo(pathOf('redirect'), { replace: true })
}
