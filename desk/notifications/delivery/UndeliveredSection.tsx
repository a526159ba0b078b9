import type { UndeliveredNotification } from '@cuida/core/notifications/delivery/undelivered-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import css from './UndeliveredSection.module.css'
import { useResolveUndelivered, useUndelivered } from './undelivered-queries.ts'

/** Above all other sections: patients who miss important information because no notification reached them (C10.8). */
export function UndeliveredSection({ now }: { now: number }) {
  const { data } = useUndelivered()
  const [selected, setSelected] = useState<UndeliveredNotification>()
  const items = data?.items ?? []
  // After the last item is resolved the list is empty while the dialog is still open.
  if (items.length === 0 && !selected) return null
  return (
    <section aria-labelledby="undelivered-title" className={css.section}>
      <div className={css.head}>
        <h2 id="undelivered-title">{t('desk.undelivered.title')}</h2>
        <span className={css.count}>{t('desk.undelivered.count', { count: items.length })}</span>
      </div>
      <p className={css.text}>{t('desk.undelivered.text')}</p>
      <ul className={css.rows}>
        {items.map((item) => (
          <li key={item.id} className={css.row}>
            <div className={css.what}>
              <p className={css.name}>
                {nameOf(item)} · {formatWhenShort(item.foundAt, now)}
              </p>
              <p>{t(`desk.undelivered.kind.${item.kind}`)}</p>
              <p className={css.facts}>{factsOf(item, now)}</p>
            </div>
            <div className={css.acts}>
              <Link href={item.person ? `/people/patient/${item.person.id}` : '/team'} className={css.number}>
                {t(item.person ? 'desk.undelivered.number' : 'desk.undelivered.team')}
              </Link>
              <Button
                fit
                onClick={() => setSelected(item)}
                aria-label={`${t('desk.undelivered.tell')}: ${nameOf(item)}`}
              >
                {t('desk.undelivered.tell')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {selected && (
        <ResolveUndeliveredDialog id={selected.id} name={nameOf(selected)} onClose={() => setSelected(undefined)} />
      )}
    </section>
  )
}

const nameOf = ({ person, colleague }: UndeliveredNotification): string =>
  person ? `${person.firstName} ${person.lastName}` : (colleague ?? '')

function factsOf({ startTime, channels }: UndeliveredNotification, now: number): string {
  const all = new Intl.ListFormat(currentLocale(), { type: 'conjunction' })
  const names = all.format(channels.map((channel) => t(`desk.undelivered.channel.${channel}`)))
  return [
    startTime && t('desk.undelivered.at', { time: formatWhenShort(startTime, now) }),
    t('desk.undelivered.tried', { channels: names }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Records how the patient was told, or that they could not be reached either. A refusal keeps the typed text. */
function ResolveUndeliveredDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const resolve = useResolveUndelivered(id)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: ({ reason }) => resolve.mutateAsync(reason),
    message: (_, problem) => t(`desk.orders.reason.${problem}`),
    done: () => t('desk.undelivered.done'),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.undelivered.tell.title', { name })} act={t('desk.undelivered.tell.save')}>
      <TextArea
        label={t('desk.undelivered.tell.reason')}
        hint={t('desk.undelivered.tell.hint')}
        most={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
