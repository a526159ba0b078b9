import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { useResolveUntold } from './untold-queries.ts'

interface UntoldDialogProps {
  id: string
  name: string
  onClose: () => void
}

/** How they were told, or that they could not be reached either. A refusal leaves what was typed where it was. */
export function UntoldDialog({ id, name, onClose }: UntoldDialogProps) {
  const resolve = useResolveUntold(id)
  const formId = useId()
  const { field, props, failure, busy } = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: async ({ reason }) => {
      await resolve.mutateAsync(reason)
      showToast(t('desk.untold.done'))
      onClose()
    },
    words: (_, problem) => t(`desk.orders.reason.${problem}`),
  })
  return (
    <Dialog
      open
      title={t('desk.untold.tell.title', { name })}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {t('desk.untold.tell.save')}
        </Button>
      }
    >
      <form id={formId} {...props}>
        <Failure failure={failure} />
        <TextArea
          label={t('desk.untold.tell.reason')}
          hint={t('desk.untold.tell.hint')}
          most={500}
          {...field('reason')}
        />
      </form>
    </Dialog>
  )
}
