import type { Availability } from '@cuida/core/care/sharing/availability.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { Icon, type IconName } from '@cuida/ui/Icon/Icon.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useEffect, useState } from 'react'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { HOT_KEYS_OFF_KEY, isWriting } from '../../kit/page/list-keys.ts'
import css from './AvailabilityButton.module.css'
import {
  AVAILABILITIES,
  availabilityInput,
  findAvailabilityChoice,
  useAvailability,
  useSetAvailability,
} from './availability-queries.ts'

const ICONS: Record<Availability['state'], IconName> = { available: 'success', paused: 'clock', off: 'minus' }

/**
 * The user's availability, in the sidebar on every page. The D key opens the pause dialog or ends the pause; P is for
 * prescriptions.
 */
export function AvailabilityButton() {
  const availability = useAvailability()
  const [isAsking, setAsking] = useState(false)
  const back = useSetAvailability(() => showToast(t('desk.available.back')))
  const isAway = availability !== undefined && availability.state !== 'available'
  const isReady = availability !== undefined && !back.isPending
  const { mutate } = back
  useEffect(() => {
    if (!isReady) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isWriting(event.target)) return
      if (event.key.toLowerCase() !== 'd' || localStorage.getItem(HOT_KEYS_OFF_KEY) !== null) return
      if (isAway) mutate({ state: 'available' })
      else setAsking(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isReady, isAway, mutate])
  if (!availability) return null
  return (
    <>
      <button
        type="button"
        className={css.button}
        data-state={availability.state}
        title={t('desk.available.title')}
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        <Icon name={ICONS[availability.state]} />
        <span>{awayMessage(availability)}</span>
      </button>
      {isAsking && <AvailabilityDialog now={availability} onClose={() => setAsking(false)} />}
    </>
  )
}

/** "Pausa hasta 16:20" */
const awayMessage = ({ state, until }: Availability): string =>
  until ? t('desk.available.short.until', { time: formatWhenShort(until) }) : t(`desk.available.short.${state}`)

const USUAL = 'pause-20'

/** An available clinician mostly wants a pause, so it is preselected and Enter confirms it. */
function AvailabilityDialog({ now, onClose }: { now: Availability; onClose: () => void }) {
  const setAvailability = useSetAvailability()
  const form = useDialogForm({
    initial: { value: now.state === 'available' ? USUAL : 'available' },
    submit: async ({ value }) => {
      const choice = findAvailabilityChoice(value)
      return choice && setAvailability.mutateAsync(availabilityInput(choice))
    },
    done: (_, { value }) => t(value === 'available' ? 'desk.available.back' : 'desk.available.done'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.available.title')} act={t('desk.available.save')} icon="check">
      <RadioGroup
        label={t('desk.available.label')}
        hint={t('desk.available.hint')}
        options={AVAILABILITIES.map(({ value, state, minutes }) => ({
          value,
          label: minutes ? t('desk.available.pause', { minutes }) : t(`desk.available.${state}`),
          ...(minutes ? {} : { detail: t(`desk.available.${state}Detail`) }),
        }))}
        {...form.field('value')}
      />
    </FormDialog>
  )
}
