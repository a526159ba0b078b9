import type { Availability } from '@cuida/core/care/sharing/availability.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId, useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { CHOICES, choiceOf, sayingOf, useSayAvailability } from './availability-queries.ts'

const USUAL = 'pause-20'

/** Who asks while they are there wants a pause, most of the time: Enter is then all that is left to press. */
export function AvailabilityDialog({ now, onClose }: { now: Availability; onClose: () => void }) {
  const formId = useId()
  const [value, setValue] = useState(now.state === 'available' ? USUAL : 'available')
  const choice = choiceOf(value)
  const say = useSayAvailability(() => {
    showToast(t(choice?.state === 'available' ? 'desk.available.back' : 'desk.available.done'))
    onClose()
  })
  return (
    <Dialog
      open
      title={t('desk.available.title')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" icon="check" busy={say.isPending}>
          {t('desk.available.save')}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (choice) say.mutate(sayingOf(choice))
        }}
      >
        <RadioGroup
          label={t('desk.available.label')}
          hint={t('desk.available.hint')}
          options={CHOICES.map(({ value, state, minutes }) => ({
            value,
            label: minutes ? t('desk.available.pause', { minutes }) : t(`desk.available.${state}`),
            ...(minutes ? {} : { detail: t(`desk.available.${state}Detail`) }),
          }))}
          value={value}
          onChange={setValue}
        />
        <Failure failure={say.error} />
      </form>
    </Dialog>
  )
}
