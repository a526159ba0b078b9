import type { PrescribedItem } from '@cuida/core/care/prescription/prescription.ts'
import type { listDeskPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { whenWords } from '../../kit/times.ts'
import { ItemList } from './ItemList.tsx'
import css from './Prescription.module.css'
import { renewedItems } from './prescription-draft.ts'

interface EarlierPrescriptionsProps {
  earlier: Reply<typeof listDeskPrescriptions>['earlier']
  onRenew: (items: PrescribedItem[]) => void
}

/** What this patient was prescribed before. Renewing fills a prescription with it: it is looked at and signed, nothing is typed. */
export function EarlierPrescriptions({ earlier, onRenew }: EarlierPrescriptionsProps) {
  return (
    <details className={css.earlier}>
      <summary>{t('desk.prescription.earlier', { count: earlier.length })}</summary>
      <ul className={css.list}>
        {earlier.map(({ id, author, signedAt, items }) => {
          const renewed = renewedItems(items)
          return (
            <li key={id} className={css.one}>
              <ItemList items={items} />
              <p className={css.faint}>{t('desk.prescription.by', { author, when: whenWords(signedAt) })}</p>
              {renewed ? (
                <Button icon="refresh" fit onClick={() => onRenew(renewed)}>
                  {t('desk.prescription.renew')}
                </Button>
              ) : (
                <p className={css.faint}>{t('desk.prescription.notRenewable')}</p>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
