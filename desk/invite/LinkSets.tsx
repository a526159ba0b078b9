import type { Company, LinkSet } from '@cuida/core/invite/desk-company-api.ts'
import { tidyPasted } from '@cuida/core/kit/pasted-text.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { parseUrl } from '@cuida/ui/i18n/parse-url.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { formatClinicDate, formatWhenLong } from '../kit/clinic-time.ts'
import { Numbers } from '../kit/page/Detail.tsx'
import { FormDialog } from '../kit/page/FormDialog.tsx'
import { ReasonDialog } from '../kit/page/ReasonDialog.tsx'
import { reasonProblem } from '../kit/reason.ts'
import css from './Companies.module.css'
import { useLinkSets, useRevokeLink, useRevokeLinkSet } from './queries.ts'

const TOKEN = /^[\w-]{16,128}$/

/** The input for a link that passed validation. */
export const revokeLinkInput = ({ link, reason }: { link: string; reason: string }) => ({
  token: parseLinkToken(link) ?? '',
  reason: reason.trim(),
})

const COUNTS = ['open', 'used', 'expired', 'takenBack'] as const

/** The state of a company's links, in all and for each set. Who used a link is not shown. */
export function LinkSets({ company }: { company: Company }) {
  const sets = useLinkSets(company.id)
  const [taking, setTaking] = useState<LinkSet | 'one'>()
  const close = () => setTaking(undefined)
  return (
    <Section title={t('desk.companies.links')}>
      <Numbers
        of={COUNTS.map((name) => [name, company.links[name]])}
        term={(name) => t(`desk.companies.count.${name}`)}
      />
      <QueryBoundary query={sets} lines={3} empty={<p>{t('desk.companies.noLinks')}</p>}>
        {({ items }) => (
          <ul className={css.sets}>
            {items.map((set) => (
              <SetRow key={set.id} set={set} onTakeBack={() => setTaking(set)} />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {sets.hasNextPage && (
        <Button fit busy={sets.isFetchingNextPage} onClick={() => void sets.fetchNextPage()}>
          {t('desk.companies.more')}
        </Button>
      )}
      {company.links.open > 0 && (
        <Button fit onClick={() => setTaking('one')}>
          {t('desk.companies.takeOne')}
        </Button>
      )}
      {taking === 'one' && <TakeBackOne id={company.id} onClose={close} />}
      {taking && taking !== 'one' && <TakeBackSet id={company.id} set={taking} onClose={close} />}
    </Section>
  )
}

function SetRow({ set, onTakeBack }: { set: LinkSet; onTakeBack: () => void }) {
  const { madeAt, madeBy, expiresAt, open } = set
  const counts = COUNTS.filter((name) => set[name] > 0).map((name) =>
    t(`desk.companies.some.${name}`, { count: set[name] }),
  )
  // `expiresAt` is the end of the last day.
  const last = new Date(Date.parse(expiresAt) - 1).toISOString()
  const facts = [madeBy, t('desk.companies.until', { day: formatClinicDate(last) })]
  return (
    <li>
      <strong>{formatWhenLong(madeAt)}</strong>
      <span>{counts.join(' · ')}</span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
      {open > 0 && (
        <Button fit variant="danger" onClick={onTakeBack}>
          {t('desk.companies.takeOpen', { count: open })}
        </Button>
      )}
    </li>
  )
}

/** Revokes the unused links of a set. */
function TakeBackSet({ id, set, onClose }: { id: string; set: LinkSet; onClose: () => void }) {
  const take = useRevokeLinkSet(id)
  return (
    <ReasonDialog
      title={t('desk.companies.take.title', { count: set.open })}
      text={t('desk.companies.take.text', { when: formatWhenLong(set.madeAt) })}
      act={t('desk.companies.take')}
      variant="danger"
      onReason={(reason) => take.mutateAsync({ setId: set.id, reason })}
      done={() => t('desk.companies.taken', { count: set.open })}
      onClose={onClose}
    />
  )
}

/** Revokes one link that the company returns: no list here says which employee it belongs to. */
function TakeBackOne({ id, onClose }: { id: string; onClose: () => void }) {
  const take = useRevokeLink(id)
  const form = useDialogForm({
    initial: { link: '', reason: '' },
    check: ({ link, reason }) => ({
      link: parseLinkToken(link) ? undefined : 'INVALID',
      reason: reasonProblem(reason),
    }),
    submit: (values) => take.mutateAsync(revokeLinkInput(values)),
    message: (field, code) => t(field === 'link' ? 'desk.companies.link.INVALID' : `desk.promo.reason.${code}`),
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

/** Returns the token of a pasted link, or of a pasted token. */
export function parseLinkToken(pasted: string): string | undefined {
  const text = tidyPasted(pasted)
  const token = text.includes(':') ? parseUrl(text)?.searchParams.get('token') : text
  return token && TOKEN.test(token) ? token : undefined
}
