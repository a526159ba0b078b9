import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import type { StoredAction } from '../../consultation/action-store.ts'
import type { Db } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { findDeskPhone, phoneCallOf } from '../phone/phone-store.ts'
import type { DeskFound } from './desk-store.ts'

/** What the desk sees of the partner's line: that there is one, which phone it rings, and how its last call went. */
export async function voiceOf(
  { db, providers }: { db: Db; providers: Services['providers'] },
  staffId: string,
  actions: readonly StoredAction[],
): Promise<Pick<DeskConsultation, 'voice' | 'phoneCall'>> {
  if (!providers.voice) return { voice: null, phoneCall: null }
  const latest = actions.findLast(({ type }) => type === 'ASSIGNED' || type.endsWith('_CALL_STARTED'))
  const isPhone = latest?.type === 'PHONE_CALL_STARTED'
  const [own, call] = await Promise.all([findDeskPhone(db, staffId), isPhone ? phoneCallOf(db, latest.id) : undefined])
  return { voice: { maskedPhone: own && maskPhoneNumber(own) }, phoneCall: call ?? null }
}

/** Where a line calls for us nobody is shown the number. */
export const maskPhone = (patient: DeskFound['patient'], isMasked: boolean): DeskConsultation['patient'] => ({
  ...patient,
  phone: isMasked ? null : patient.phone,
  maskedPhone: maskPhoneNumber(patient.phone.number),
})
