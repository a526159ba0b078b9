import { itemLine, itemQuantity } from '@cuida/core/care/prescription/item-line.ts'
import type { PrescriptionItem } from '@cuida/core/care/prescription/prescription.ts'
import { IconButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import css from './Prescription.module.css'

interface ItemListProps {
  items: readonly PrescriptionItem[]
  /** With these callbacks, items can be edited or removed. */
  onEdit?: (index: number) => void
  onRemove?: (index: number) => void
}

/** The items as the patient will read them; items that the catalogue does not have are marked. */
export function ItemList({ items, onEdit, onRemove }: ItemListProps) {
  return (
    <ol className={css.items}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same medicine may be there twice, in another dose
        <li key={index} className={css.item}>
          <div>
            <p className={css.medicine}>
              {item.medicine}{' '}
              {item.dosage && !item.code && <span className={css.faint}>{t('desk.prescription.freeText')}</span>}
            </p>
            <p>{itemLine(item, t)}</p>
            <p className={css.faint}>{[itemQuantity(item, t), item.instructions].filter(Boolean).join(' · ')}</p>
          </div>
          {onEdit && onRemove && (
            <div className={css.acts}>
              <IconButton
                icon="pencil"
                label={t('desk.prescription.editItem', { medicine: item.medicine })}
                onClick={() => onEdit(index)}
              />
              <IconButton
                icon="close"
                label={t('desk.prescription.removeItem', { medicine: item.medicine })}
                onClick={() => onRemove(index)}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
