import type { LinkSet } from '@cuida/core/invite/desk-company-api.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../kit/place/FormDialog.tsx'
import { ReasonDialog } from '../kit/place/ReasonDialog.tsx'
import { reasonProblem } from '../kit/reason.ts'
import { fullWords } from '../kit/times.ts'
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
      onReason={(reason) => take.mutateAsync({ setId: set.id, reason })}
      done={() => t('desk.companies.taken', { count: set.open })}
      onClose={onClose}
    />
  )
}

/** One, as the company gives it back: no list here says whose it is. */
export function TakeBackOne({ id, onClose }: { id: string; onClose: () => void }) {
  const take = useTakeBackLink(id)
  const form = useDialogForm({
    initial: { link: '', reason: '' },
    check: ({ link, reason }) => ({ link: tokenIn(link) ? undefined : 'INVALID', reason: reasonProblem(reason) }),
    submit: (values) => take.mutateAsync(takeBackOf(values)),
    words: (field, code) => t(field === 'link' ? 'desk.companies.link.INVALID' : `desk.promo.reason.${code}`),
    done: () => t('desk.companies.taken', { count: 1 }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.companies.takeOne')}
      lead={t('desk.companies.takeOneText')}
      act={t('desk.companies.take')}
      variant="danger"
    >
      <TextInput
        label={t('desk.companies.link')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('link')}
      />
      <TextArea label={t('desk.promo.reason')} hint={t('desk.promo.reasonHint')} most={500} {...form.field('reason')} />
    </FormDialog>
  )
}
