import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { formatMinutes } from '@cuida/ui/i18n/format.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'

/** Why a booked time could not be changed. */
export function RescheduleRefused({ failure }: { failure: unknown }) {
  const { minCancellationTimeInAdvanceMinutes: notice } = usePartner()
  if (!failure) return null
  const key = failure instanceof CallFailed ? `care.move.${failure.code}` : ''
  const text = hasMessage(key) ? t(key, { notice: formatMinutes(notice) }) : failureMessage(failure)
  return <Alert tone="danger" title={text} failure={failure} />
}
