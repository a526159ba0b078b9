export interface Outcome {
  status: 'approved' | 'in_process' | 'rejected'
  statusDetail: string
}

const rejected = (statusDetail: string): Outcome => ({ status: 'rejected', statusDetail })
const approved: Outcome = { status: 'approved', statusDetail: 'accredited' }

/**
 * The cardholder's name decides the outcome (product 12.7). The names are the provider's; the status details are
 * inferred from their meaning, because the provider does not document them.
 */
export const outcomeByName: Readonly<Record<string, Outcome>> = {
  APRO: approved,
  OTHE: rejected('cc_rejected_other_reason'),
  CONT: { status: 'in_process', statusDetail: 'pending_contingency' },
  CALL: rejected('cc_rejected_call_for_authorize'),
  FUND: rejected('cc_rejected_insufficient_amount'),
  SECU: rejected('cc_rejected_bad_filled_security_code'),
  EXPI: rejected('cc_rejected_bad_filled_date'),
  FORM: rejected('cc_rejected_bad_filled_other'),
  CARD: rejected('cc_rejected_bad_filled_card_number'),
  INST: rejected('cc_rejected_invalid_installments'),
  DUPL: rejected('cc_rejected_duplicated_payment'),
  LOCK: rejected('cc_rejected_card_disabled'),
  CTNA: rejected('cc_rejected_card_type_not_allowed'),
  ATTE: rejected('cc_rejected_max_attempts'),
  BLAC: rejected('cc_rejected_blacklist'),
  UNSU: rejected('cc_rejected_card_error'),
  TEST: rejected('cc_rejected_other_reason'),
}

/** Any other name is approved, so that people may try the demo under their own. */
export const outcomeOf = (cardholder: string): Outcome => outcomeByName[cardholder.trim().toUpperCase()] ?? approved

/** The provider's test cards for Brazil. Expiry in the future; CVV 123, Amex 1234; CPF 12345678909. */
export const testCards = ['5031433215406351', '4235647728025682', '375365153556885'] as const

/** The bank does not offer these installments for this amount. */
export const NO_INSTALLMENTS = rejected('cc_rejected_invalid_installments')
