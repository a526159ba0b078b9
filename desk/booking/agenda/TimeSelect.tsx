import { formatTime, formatTimeZone } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import type { ComponentProps } from 'react'

interface Times {
  isPending: boolean
  /** Of the day that was chosen before, while those of this one are not there yet. */
  isPlaceholderData?: boolean
  data?: { timeZone: string; slots: { startTime: string; endTime: string }[] } | undefined
}

/** Whether what was chosen is one of those that are shown: another day, or another person, has others. */
export const isAmong = ({ data }: Times, time: string): boolean =>
  data?.slots.some(({ startTime, endTime }) => time === `${startTime}/${endTime}`) ?? false

interface TimeSelectProps extends Omit<ComponentProps<typeof Select>, 'label' | 'options'> {
  /** The free times of the day, on the clock of whoever gives them. */
  times: Times
  /** Empty while none is chosen. */
  day: string
}

/** One of a day's free times, as "start/end". */
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
      value={isAmong(times, field.value) ? field.value : ''}
    />
  )
}
