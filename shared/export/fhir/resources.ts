import type { Coding } from './codes.ts';

/** What is written of FHIR R4 (hl7.org/fhir/R4), and no more of it. */
export interface Identifier {
  readonly system?: string;
  readonly value: string;
}

interface CodeableConcept {
  readonly coding?: readonly Coding[];
  readonly text?: string;
}

export interface Reference {
  readonly type?: string;
  readonly reference?: string;
  readonly identifier?: Identifier;
}

export interface Observation {
  readonly resourceType: 'Observation';
  readonly identifier: readonly Identifier[];
  readonly status: 'final';
  readonly category: readonly CodeableConcept[];
  readonly code: CodeableConcept;
  readonly subject: Reference;
  readonly effectiveDateTime?: string;
  readonly performer: readonly Reference[];
  readonly valueQuantity?: {
    readonly value: number;
    readonly unit: string;
    readonly system: string;
    readonly code: string;
  };
  readonly dataAbsentReason?: CodeableConcept;
  readonly interpretation?: readonly CodeableConcept[];
  readonly note: readonly { readonly text: string }[];
  readonly referenceRange?: readonly {
    readonly low: { readonly value: number };
    readonly high: { readonly value: number };
    readonly text?: string;
  }[];
  readonly derivedFrom: readonly Reference[];
}

export interface ResponseAnswer {
  readonly valueString?: string;
  readonly valueCoding?: {
    readonly extension: readonly { readonly url: string; readonly valueDecimal: number }[];
    readonly display: string;
  };
}

export interface QuestionnaireResponse {
  readonly resourceType: 'QuestionnaireResponse';
  readonly identifier: Identifier;
  readonly status: 'completed';
  readonly subject: Reference;
  readonly source: Reference;
  readonly authored?: string;
  readonly item?: readonly {
    readonly linkId: string;
    readonly text?: string;
    readonly answer?: readonly ResponseAnswer[];
  }[];
}

export interface Bundle {
  readonly resourceType: 'Bundle';
  readonly type: 'collection';
  readonly timestamp: string;
  readonly entry: readonly {
    readonly fullUrl: string;
    readonly resource: Observation | QuestionnaireResponse;
  }[];
}
