import type { LinkSet } from '@cuida/core/invite/desk-company-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../kit/Failure.tsx'
import { ReasonDialog } from '../kit/place/ReasonDialog.tsx'
import { reasonProblem } from '../kit/reason.ts'
import { fullWords } from '../kit/times.ts'
import css from './Companies.module.css'
import { takeBackOf, tokenIn } from './pasted-link.ts'
import { useTakeBackLink, useTakeBackSet } from './queries.ts'

/** All of a set that nobody has used. */
export function TakeBackSet({ id, set, onClose }: { id: string; set: LinkSet; onClose: () => void }) {
  const take = useTakeBackSet(id)
  return (
    <ReasonDialog
      title={t('desk.companies.take.title', { count: set.open })}
      text={t('desk.companies.take.text', { when: fullWords(set.madeAt) })}
      act={t('desk.companies.take')}
      variant="danger"
      onReason={async (reason) => {
        await take.mutateAsync({ setId: set.id, reason })
        showToast(t('desk.companies.taken', { count: set.open }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

/** One, as the company gives it back: no list here says whose it is. */
export function TakeBackOne({ id, onClose }: { id: string; onClose: () => void }) {
  const take = useTakeBackLink(id)
  const formId = useId()
  const form = useForm({
    initial: { link: '', reason: '' },
    check: ({ link, reason }) => ({ link: tokenIn(link) ? undefined : 'INVALID', reason: reasonProblem(reason) }),
    submit: async (values) => {
      await take.mutateAsync(takeBackOf(values))
      showToast(t('desk.companies.taken', { count: 1 }))
      onClose()
    },
    words: (field, code) => t(field === 'link' ? 'desk.companies.link.INVALID' : `desk.promo.reason.${code}`),
  })
  return (
    <Dialog
      open
      title={t('desk.companies.takeOne')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="danger" busy={form.busy}>
          {t('desk.companies.take')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t('desk.companies.takeOneText')}</p>
        <ErrorSummary {...form.summary} />
        <Failure failure={form.failure} />
        <TextInput
          label={t('desk.companies.link')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('link')}
        />
        <TextArea
          label={t('desk.promo.reason')}
          hint={t('desk.promo.reasonHint')}
          most={500}
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}
