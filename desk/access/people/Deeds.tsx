import type { Deed } from '@cuida/core/access/people/people-api.ts'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { timeWords } from '../../kit/times.ts'
import css from './Deeds.module.css'

/** What managers did to this person and why: the next one reads it before acting. */
export function Deeds({ deeds }: { deeds: readonly Deed[] }) {
  return (
    <Section title={t('desk.people.deeds')}>
      {deeds.length === 0 && <p className={css.none}>{t('desk.people.noDeeds')}</p>}
      <ul className={css.list}>
        {deeds.map(({ at, act, by, reason }) => (
          <li key={`${at} ${act}`}>
            <p className={css.act}>{t(`desk.people.deed.${act}`)}</p>
            <p className={css.reason}>{reason}</p>
            <p className={css.none}>{t('desk.people.deedBy', { name: by, when: timeWords(at) })}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
