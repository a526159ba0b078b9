import { t } from '@cuida/ui/i18n/messages.ts'

interface Ending {
  status: string
  /** How the consultation ended, and why its last call failed (core/consultation/status/closing.ts). */
  closedFor: string | null
  failedFor: string | null
}

/** The message of an ended consultation: how it ended, and why its last call failed. */
export function endingMessage({ status, closedFor, failedFor }: Ending): string {
  // The status already says this.
  const how = closedFor && closedFor !== 'technical-failure' && t(`desk.ended.${closedFor}`)
  const why = failedFor && t('desk.failed.last', { why: t(`desk.failed.${failedFor}`) })
  return [t(`desk.status.${status}`), how, why].filter(Boolean).join(' · ')
}
