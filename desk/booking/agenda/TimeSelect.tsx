import { formatTime, formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import type { ComponentProps } from 'react'

interface Times {
  isPending: boolean
  /** The data is of the previously chosen day while this one loads. */
  isPlaceholderData?: boolean
  data?: { timeZone: string; slots: { startTime: string; endTime: string }[] } | undefined
}

/** Whether the chosen slot is among those shown; another day or clinician has others. */
export const hasSlot = ({ data }: Times, time: string): boolean =>
  data?.slots.some(({ startTime, endTime }) => time === `${startTime}/${endTime}`) ?? false

interface TimeSelectProps extends Omit<ComponentProps<typeof Select>, 'label' | 'options'> {
  /** The free slots of the day, in the clinician's time zone. */
  times: Times
  /** Empty while no day is chosen. */
  day: string
}

/** Selects one of a day's free slots, as "start/end". */
export function TimeSelect({ times, day, ...field }: TimeSelectProps) {
  if ((times.isPending || times.isPlaceholderData) && day !== '') return <Skeleton lines={1} />
  const { slots = [], timeZone } = times.data ?? {}
  return (
    <Select
      label={t('desk.agenda.move.time')}
      hint={slots.length === 0 ? t('desk.agenda.move.none') : timeZone && formatTimeZone(timeZone)}
      placeholder={t('desk.agenda.move.timeMissing')}
      options={slots.map(({ startTime, endTime }) => ({
        value: `${startTime}/${endTime}`,
        label: formatTime(startTime, timeZone),
      }))}
      {...field}
      value={hasSlot(times, field.value) ? field.value : ''}
    />
  )
}
