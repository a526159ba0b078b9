import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { durationMinutes } from '@cuida/ui/words/format.ts'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { failureWords } from '../../kit/failure/FailureAlert.tsx'

/** Why a booked time could not be changed. */
export function RescheduleRefused({ failure }: { failure: unknown }) {
  const { minCancellationTimeInAdvanceMinutes: notice } = usePartner()
  if (!failure) return null
  const key = failure instanceof CallFailed ? `care.move.${failure.code}` : ''
  const words = hasWords(key) ? t(key, { notice: durationMinutes(notice) }) : failureWords(failure)
  return <Alert tone="danger" title={words} failure={failure} />
}
