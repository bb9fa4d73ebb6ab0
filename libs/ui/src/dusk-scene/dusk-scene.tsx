import { FAR_TREES, NEAR_TREES, REEDS, RIPPLES, SUN_PATH } from './paths.ts';
import { CREAM, DARK, HULL, WINDOWS, WOOD } from './reflection.ts';
import { Yacht } from './yacht.tsx';

export { Yacht };

/**
 * The yacht at dusk on the river, in flat colors like a travel poster of her time. Fills its box by cropping, never by distorting. The
 * whole yacht is visible at aspect ratios from 2:1 to 3:5. Decorative, so hidden from screen readers.
 */
export function DuskScene({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1200 1200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={className ?? 'ui:block ui:size-full'}
    >
      <Sky />
      <Bank />
      <Water />
      <Reflection />
      <path d={SUN_PATH} fill="#fbd59a" opacity="0.85" />
      <path d={RIPPLES} fill="#e9b08a" opacity="0.24" />
      <Yacht />
      <path d={REEDS} fill="#171c38" />
    </svg>
  );
}

function Reflection() {
  return (
    <g>
      <path d={HULL} fill="#cdb3aa" opacity="0.72" />
      <path d={WOOD} fill="#5d3440" opacity="0.85" />
      <path d={WINDOWS} fill="#f2b968" opacity="0.8" />
      <path d={CREAM} fill="#cdb3aa" opacity="0.5" />
      <path d={DARK} fill="#2b2f52" opacity="0.55" />
      <path
        d="M300 722Q420 718 610 722 820 726 948 720 900 729 620 729 400 729 300 722Z"
        fill="#22294a"
        opacity="0.5"
      />
    </g>
  );
}

function Sky() {
  return (
    <g>
      <path d="M0 0H1200V700H0Z" fill="#1f2a4d" />
      <path d="M0 214C240 176 420 236 680 204 880 180 1040 214 1200 190V700H0Z" fill="#33395f" />
      <path d="M0 330C200 300 380 352 620 322 840 296 1020 336 1200 308V700H0Z" fill="#544a70" />
      <path d="M0 430C220 404 430 448 660 420 880 394 1050 428 1200 404V700H0Z" fill="#855a76" />
      <path d="M0 508C210 488 440 520 680 496 900 476 1060 500 1200 484V700H0Z" fill="#bd7570" />
      <path d="M0 566C240 550 460 574 700 554 920 538 1070 556 1200 546V700H0Z" fill="#e39b70" />
      <path d="M0 610C260 598 480 614 720 600 940 590 1080 600 1200 594V700H0Z" fill="#f5c486" />
      <circle cx="842" cy="612" r="62" fill="#fde3ab" />
      <path
        d="M96 388C150 374 190 384 236 380 280 376 318 388 368 390 300 398 160 400 96 388ZM980 286C1030 276 1082 282 1150 280 1120 292 1030 298 980 286ZM250 478C330 468 372 474 452 470 420 484 318 490 250 478Z"
        fill="#d98f7c"
        opacity="0.55"
      />
      <g fill="#f6ead3">
        <circle cx="180" cy="120" r="2.200" />
        <circle cx="332" cy="64" r="1.600" />
        <circle cx="468" cy="150" r="2.400" />
        <circle cx="610" cy="86" r="1.700" />
        <circle cx="790" cy="132" r="2.200" />
        <circle cx="930" cy="70" r="1.600" />
        <circle cx="1060" cy="150" r="2" />
        <circle cx="260" cy="232" r="1.600" />
        <circle cx="720" cy="258" r="1.800" />
        <circle cx="960" cy="224" r="1.500" />
      </g>
      <path
        d="M404 452q9-8 16 1 8-8 17-1-10-2-17 6-6-8-16-6zM452 426q7-6 13 1 6-6 13-1-8-1-13 5-5-6-13-5zM478 466q6-5 11 1 5-6 11-1-7-1-11 4-4-5-11-4z"
        fill="#2d3257"
      />
    </g>
  );
}

function Bank() {
  return (
    <g>
      {/* the obelisk, with its setback below the point */}
      <path d="M336 640L341 452 349 438 357 452 362 640Z" fill="#5a4b6f" />
      <path d="M349 438L357 452 362 640H349Z" fill="#6f5878" />
      {/* the dome among trees */}
      <path
        d="M1010 640V622H1016V612C1016 590 1034 578 1054 576V568H1058V576C1078 578 1096 590 1096 612V622H1102V640Z"
        fill="#5a4b6f"
      />
      <path d="M1056 576C1078 577 1096 590 1096 612V622H1102V640H1056Z" fill="#6f5878" />
      <path d={FAR_TREES} fill="#6a4f70" />
      <path d={NEAR_TREES} fill="#322f54" />
      <path d="M0 640H1200V652H0Z" fill="#322f54" />
    </g>
  );
}

function Water() {
  return (
    <g>
      <path d="M0 650H1200V1200H0Z" fill="#c9826f" />
      <path d="M0 664C300 660 520 668 760 664 960 660 1100 666 1200 662V1200H0Z" fill="#a56a70" />
      <path d="M0 712C260 704 500 718 760 710 960 704 1100 714 1200 708V1200H0Z" fill="#7d5672" />
      <path d="M0 800C240 790 500 808 740 798 960 790 1080 802 1200 794V1200H0Z" fill="#57486c" />
      <path d="M0 900C260 888 480 910 720 898 940 888 1080 902 1200 892V1200H0Z" fill="#3d3b60" />
      <path d="M0 1020C260 1006 470 1030 720 1016 940 1004 1080 1022 1200 1010V1200H0Z" fill="#2a2f53" />
    </g>
  );
}
