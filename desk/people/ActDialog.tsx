import type { Person } from '@cuida/core/access/people-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../kit/Failure.tsx'
import css from './ActDialog.module.css'
import { type Act, useAct } from './queries.ts'

interface ActDialogProps {
  person: Person
  act: Act
  onClose: () => void
}

const LONGEST = 500

/** Says what will happen and asks why. A refusal leaves the reason where it was. */
export function ActDialog({ person, act, onClose }: ActDialogProps) {
  const { name } = person
  const perform = useAct({ kind: person.kind, id: person.id })
  const formId = useId()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: async ({ reason }) => {
      await perform.mutateAsync({ act, reason: reason.trim() })
      showToast(t(`desk.people.done.${act.name}`, { name }))
      onClose()
    },
    words: (_, code) => t(`desk.people.reason.${code === 'TOO_LONG' ? code : 'TOO_SHORT'}`),
  })
  return (
    <Dialog
      open
      title={t(`desk.people.ask.${act.name}.title`)}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant={act.name === 'unblock' ? 'primary' : 'danger'} busy={form.busy}>
          {t(`desk.people.act.${act.name}`)}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t(`desk.people.ask.${act.name}.text`, { name })}</p>
        <Failure failure={form.failure} />
        <TextArea
          label={t('desk.people.reason')}
          hint={t('desk.people.reasonHint')}
          most={LONGEST}
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}

/** The same bounds as the call's. */
function reasonProblem(reason: string): 'TOO_SHORT' | 'TOO_LONG' | undefined {
  if (reason.length < 10) return 'TOO_SHORT'
  return reason.length > LONGEST ? 'TOO_LONG' : undefined
}
