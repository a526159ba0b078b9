import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { useNow } from '../../kit/use-now.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A day's work before the end is time to begin. */
const SOON_MS = 8 * HOUR

/** How long an answer may still take, or how late it is: in words, and in red when it is late. */
export function Clock({ dueAt }: { dueAt: string }) {
  const left = new Date(dueAt).getTime() - useNow(30_000)
  const time = formatSpan(Math.abs(left))
  if (left < 0)
    return (
      <StatusChip tone="danger" icon="warning">
        {t('desk.questions.late', { time })}
      </StatusChip>
    )
  return (
    <StatusChip tone={left < SOON_MS ? 'warning' : 'neutral'} icon="clock">
      {t('desk.questions.left', { time })}
    </StatusChip>
  )
}

/** "40 minutos", "5 horas", "3 días": as rough as it is of use. */
function formatSpan(ms: number): string {
  const [unit, size] =
    ms >= 2 * DAY ? (['day', DAY] as const) : ms >= HOUR ? (['hour', HOUR] as const) : (['minute', MINUTE] as const)
  const amount = Math.max(1, Math.floor(ms / size))
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(amount)
}
