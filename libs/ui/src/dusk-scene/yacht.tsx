const CREAM = '#f6ead3';
const CREAM_SHADE = '#d8c5bb';
const WOOD = '#7a4029';
const WOOD_DARK = '#57291f';
const WINDOW_LIGHT = '#ffd27d';
const DIM = '#e0a35f';
const LINE = '#2a2f4e';

const saloon = Array.from({ length: 15 }, (_, index) => ({ x: 352 + index * 25.5, lit: ![3, 4, 11].includes(index) }));
const stanchions = Array.from({ length: 14 }, (_, index) => 300 + index * 26);

/**
 * The yacht, lying to starboard of the eye with her bow to the right: a wooden motor yacht of the twenties, 104 feet, with a nearly
 * plumb stem, a counter stern, one long deckhouse of mahogany, a small wheelhouse above it and an awning aft. Waterline at y = 720.
 */
export function Yacht() {
  return (
    <g>
      <Rigging />
      <UpperDeck />
      <Deckhouse />
      <Hull />
    </g>
  );
}

function Hull() {
  return (
    <g>
      <path d="M247 672C400 690 660 690 944 652 940 676 934 700 926 722H322C288 717 260 700 247 672Z" fill={CREAM} />
      <path
        d="M266 696C420 712 700 712 935 694 932 704 929 713 926 722H322C298 718 280 710 266 696Z"
        fill={CREAM_SHADE}
      />
      <path d="M308 719.500C520 722 760 722 927.500 716L925 724H330C322 723.500 315 722 308 719.500Z" fill="#3f2b33" />
      <path d="M249 676.500C400 694 660 694 943 657" fill="none" stroke="#b9893e" strokeWidth="2.200" />
      <path d="M247 672C400 690 660 690 944 652" fill="none" stroke={WOOD} strokeWidth="3.200" strokeLinecap="round" />
      {[392, 452, 512, 572, 632, 692].map((x) => (
        <ellipse key={x} cx={x} cy={700} rx={4.6} ry={4.2} fill={LINE} />
      ))}
      {[760, 806, 850].map((x, index) => (
        <ellipse key={x} cx={x} cy={691 - index * 4} rx={4.6} ry={4.2} fill={WINDOW_LIGHT} />
      ))}
      <path
        d="M906 674.500v13M899.500 684.500c1.500 5 11.500 5 13 0M903 678h6"
        fill="none"
        stroke={LINE}
        strokeWidth="1.700"
        strokeLinecap="round"
      />
      {/* bulwark rail forward, ensign staff aft */}
      <path
        d="M800 654C850 648 896 642 942 634M820 652v18M850 648v18M880 644v17M910 640v15M938 635v17"
        fill="none"
        stroke={CREAM}
        strokeWidth="1.600"
      />
    </g>
  );
}

function Deckhouse() {
  return (
    <g>
      <path d="M338 686V630H792L806 634 800 678C650 690 480 690 338 686Z" fill={WOOD} />
      <path d="M338 686V668C480 674 650 673 802 662L800 678C650 690 480 690 338 686Z" fill={WOOD_DARK} />
      {saloon.map(({ x, lit }, index) => (
        <path key={x} d={`M${x} ${664 - index * 0.3}v-20q0-4 4-4h10q4 0 4 4v20z`} fill={lit ? WINDOW_LIGHT : DIM} />
      ))}
      <path d="M744 662v-22h16v21zM768 660v-20h14v19z" fill={WINDOW_LIGHT} />
      {/* two guests at the rail of the after deck */}
      <path
        d="M312 684v-17c0-3 8-3 8 0v17zM316 663a3.400 3.400 0 1 1 .1 0zM326 685v-15c0-3 8-3 8 0v15zM330 666a3.200 3.200 0 1 1 .1 0z"
        fill={LINE}
      />
      {[262, 280, 298, 318].map((x) => (
        <path key={x} d={`M${x} 680V627`} stroke={CREAM} strokeWidth="2" />
      ))}
      <path
        d="M250 664C280 669 310 671 338 672M250 656C280 660 310 662 338 663"
        fill="none"
        stroke={CREAM}
        strokeWidth="1.500"
      />
      {/* the boat deck, carried aft over the fantail */}
      <path d="M246 624C430 632 640 631 832 620L836 628C640 639 430 640 246 632Z" fill={CREAM} />
      <path d="M246 629C430 637 640 636 835 625L836 628C640 639 430 640 246 632Z" fill={CREAM_SHADE} />
    </g>
  );
}

function UpperDeck() {
  return (
    <g>
      {stanchions.map((x) => (
        <path key={x} d={`M${x} 628v-22`} stroke={CREAM} strokeWidth="1.400" />
      ))}
      <path d="M300 606H640M300 616H640" stroke={CREAM} strokeWidth="1.400" />
      {/* the launch on its chocks */}
      <path d="M548 605H632C630 617 622 624 608 624H566C556 624 550 616 548 605Z" fill={CREAM} />
      <path d="M547 605H633" stroke={WOOD} strokeWidth="2.600" strokeLinecap="round" />
      {/* the awning */}
      {[318, 390, 462, 526].map((x) => (
        <path key={x} d={`M${x} 628V577`} stroke={LINE} strokeWidth="1.800" />
      ))}
      <path
        d="M304 580C370 566 470 566 538 578L540 585Q532 591 524 585 516 591 508 585 500 591 492 585 484 591 476 584 468 590 460 584 452 590 444 584 436 590 428 584 420 590 412 584 404 590 396 584 388 590 380 585 372 591 364 585 356 591 348 586 340 592 332 586 324 593 316 587 309 593 302 587Z"
        fill="#e9d2b4"
      />
      <path d="M304 580C370 566 470 566 538 578L539 581C470 571 370 571 303 584Z" fill={CREAM} />
      {/* funnel */}
      <path d="M648 629L654 583H684L680 629Z" fill="#c99a4b" />
      <path d="M652.700 594L654 583H684L683 594Z" fill={LINE} />
      <ellipse cx="669" cy="583" rx="15" ry="3" fill="#1b2140" />
      {/* wheelhouse */}
      <path d="M706 628V580H782L790 586 786 624Z" fill={WOOD} />
      <path
        d="M713 606v-18h13v18zM731 606v-18h13v18zM749 606v-18h13v18zM767 606v-18h13l5 3-2 15z"
        fill={WINDOW_LIGHT}
      />
      <path d="M698 575C730 569 770 569 801 576L802 582H697Z" fill={CREAM} />
      <path d="M697 579.500H802V582H697Z" fill={CREAM_SHADE} />
    </g>
  );
}

function Rigging() {
  return (
    <g fill="none" stroke={LINE} strokeLinecap="round">
      <path d="M694 400L540 577M696 402L802 578M695 430L944 640" strokeWidth="1" opacity="0.7" />
      <path d="M692 628L695 392" strokeWidth="5" />
      <path d="M693.500 500L695 392" strokeWidth="3.200" stroke="#473a55" />
      <path d="M668 470H722" strokeWidth="2.600" />
      <path d="M669 470L694 440 721 470" strokeWidth="1" />
      <path d="M943 652V606" strokeWidth="2" />
      <path d="M254 668L238 596" strokeWidth="2.400" />
      <circle cx="695" cy="391" r="3.400" fill="#e9b75b" stroke="none" />
      {/* the pennant at the masthead */}
      <path
        d="M692 396C670 388 656 404 632 396 622 393 612 392 600 396L614 404 600 413C614 410 622 411 632 414 656 422 670 406 692 414Z"
        fill="#1d3557"
        stroke="none"
      />
      <path
        d="M692 401.500C670 393.500 656 409.500 632 401.500 626 399.500 620 399 613 399.500L614 404 613 408.500C620 407.500 626 408.500 632 409.500 656 417.500 670 400.500 692 408.500Z"
        fill="#e9b75b"
        stroke="none"
      />
      {/* jack and ensign */}
      <path d="M942 607C934 604 928 610 918 607V620C928 623 934 617 942 620Z" fill="#1d3557" stroke="none" />
      <path d="M238 597C226 590 216 601 198 595L202 622C219 628 230 617 243 623Z" fill="#a8352b" stroke="none" />
      <path
        d="M239 602.500C227 595.500 217 606.500 199 600.500L199.700 605.500C217.800 611.500 228 600.500 240 607.500ZM240.700 612.500C228.500 605.500 218.500 616.500 200.500 610.500L201.200 615.500C219 621.500 229.500 610.500 242 617.500Z"
        fill="#f6ead3"
        stroke="none"
      />
      <path
        d="M238 597C233 594 228.500 594 224 595L226.500 610C231 609 235.500 609 240.300 611Z"
        fill="#1d3557"
        stroke="none"
      />
    </g>
  );
}
