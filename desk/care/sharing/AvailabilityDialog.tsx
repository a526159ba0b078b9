import type { Availability } from '@cuida/core/care/sharing/availability.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { CHOICES, choiceOf, sayingOf, useSayAvailability } from './availability-queries.ts'

const USUAL = 'pause-20'

/** Who asks while they are there wants a pause, most of the time: Enter is then all that is left to press. */
export function AvailabilityDialog({ now, onClose }: { now: Availability; onClose: () => void }) {
  const say = useSayAvailability()
  const form = useDialogForm({
    initial: { value: now.state === 'available' ? USUAL : 'available' },
    submit: async ({ value }) => {
      const choice = choiceOf(value)
      return choice && say.mutateAsync(sayingOf(choice))
    },
    done: (_, { value }) => t(value === 'available' ? 'desk.available.back' : 'desk.available.done'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.available.title')} act={t('desk.available.save')} icon="check">
      <RadioGroup
        label={t('desk.available.label')}
        hint={t('desk.available.hint')}
        options={CHOICES.map(({ value, state, minutes }) => ({
          value,
          label: minutes ? t('desk.available.pause', { minutes }) : t(`desk.available.${state}`),
          ...(minutes ? {} : { detail: t(`desk.available.${state}Detail`) }),
        }))}
        {...form.field('value')}
      />
    </FormDialog>
  )
}
