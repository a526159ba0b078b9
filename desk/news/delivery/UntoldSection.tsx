import type { Untold } from '@cuida/core/news/delivery/untold-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import css from './UntoldSection.module.css'
import { useResolveUntold, useUntold } from './untold-queries.ts'

/** Before everything else: people who do not know what they should, because no message reached them (C10.8). */
export function UntoldSection({ now }: { now: number }) {
  const { data } = useUntold()
  const [chosen, setChosen] = useState<Untold>()
  const items = data?.items ?? []
  // Closed in the dialog, the last of them leaves an empty list below it.
  if (items.length === 0 && !chosen) return null
  return (
    <section aria-labelledby="untold-title" className={css.section}>
      <div className={css.head}>
        <h2 id="untold-title">{t('desk.untold.title')}</h2>
        <span className={css.count}>{t('desk.untold.count', { count: items.length })}</span>
      </div>
      <p className={css.text}>{t('desk.untold.text')}</p>
      <ul className={css.rows}>
        {items.map((item) => (
          <li key={item.id} className={css.row}>
            <div className={css.what}>
              <p className={css.name}>
                {nameOf(item)} · {formatWhenShort(item.foundAt, now)}
              </p>
              <p>{t(`desk.untold.kind.${item.kind}`)}</p>
              <p className={css.facts}>{factsOf(item, now)}</p>
            </div>
            <div className={css.acts}>
              <Link href={item.person ? `/people/patient/${item.person.id}` : '/team'} className={css.number}>
                {t(item.person ? 'desk.untold.number' : 'desk.untold.team')}
              </Link>
              <Button fit onClick={() => setChosen(item)} aria-label={`${t('desk.untold.tell')}: ${nameOf(item)}`}>
                {t('desk.untold.tell')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {chosen && <UntoldDialog id={chosen.id} name={nameOf(chosen)} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

const nameOf = ({ person, colleague }: Untold): string =>
  person ? `${person.firstName} ${person.lastName}` : (colleague ?? '')

function factsOf({ startTime, ways }: Untold, now: number): string {
  const all = new Intl.ListFormat(currentLocale(), { type: 'conjunction' })
  const names = all.format(ways.map((way) => t(`desk.untold.way.${way}`)))
  return [
    startTime && t('desk.untold.at', { time: formatWhenShort(startTime, now) }),
    t('desk.untold.tried', { ways: names }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How they were told, or that they could not be reached either. A refusal leaves what was typed where it was. */
function UntoldDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const resolve = useResolveUntold(id)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: ({ reason }) => resolve.mutateAsync(reason),
    message: (_, problem) => t(`desk.orders.reason.${problem}`),
    done: () => t('desk.untold.done'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.untold.tell.title', { name })} act={t('desk.untold.tell.save')}>
      <TextArea
        label={t('desk.untold.tell.reason')}
        hint={t('desk.untold.tell.hint')}
        most={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
