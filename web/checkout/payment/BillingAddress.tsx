import type { Address } from '@cuida/core/profile/address/address.ts'
import { List, ListRow } from '@cuida/ui/ListRow/ListRow.tsx'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { addressLine } from '../../profile/address/address-line.ts'
import { useAddress } from '../../profile/queries.ts'
import { pathOf } from '../../routes.ts'
import { addressesOf } from './paid-with.ts'

/** Where the invoice goes: shown where there is an address, asked for where the partner's invoices need one. */
export function BillingAddress({ holderId }: { holderId: string }) {
  const { partnerConfig } = usePartner()
  const billing = useAddress(holderId, 'billing')
  if (partnerConfig.invoicing?.needsAddress)
    return (
      <Loaded of={billing} lines={1} failed={() => t('checkout.billing')} aging>
        {({ address }) => <Row address={address} />}
      </Loaded>
    )
  return billing.data?.address ? <Row address={billing.data.address} /> : null
}

function Row({ address }: { address: Address | null }) {
  return (
    <List label={t('checkout.billing')}>
      <ListRow
        icon="home"
        title={t('checkout.billing')}
        detail={address ? addressLine(address) : t('checkout.billing.missing')}
        aside={t(address ? 'checkout.change' : 'checkout.billing.add')}
        href={pathOf('address', { kind: 'billing' })}
      />
    </List>
  )
}

/** What an order is sent with, as far as it is known. */
export function usePayerAddresses(holderId: string | undefined) {
  const home = useAddress(holderId, 'home').data?.address
  const billing = useAddress(holderId, 'billing').data?.address
  return addressesOf(home, billing)
}
