/// Two sentences for each class: what she was, and where she fought.
export const HISTORY: Record<string, string> = {
  'US Iowa':
    'The fastest battleships ever built, made to keep up with the carriers and to outrun anything that could hurt them. They shelled Japan in 1945, and the surrender was signed on the deck of Missouri.',
  'US North Carolina':
    'The first American battleships after the treaties, with nine heavy guns and the best fire control of their day. Washington sank Kirishima by radar off Guadalcanal in a few minutes of a November night.',
  'US South Dakota':
    'Shorter and more thickly armoured sisters of the class before, crowded inside and stout outside. South Dakota lost her power in the dark off Guadalcanal and lived because Washington was not seen.',
  'US Colorado':
    'Slow veterans with eight sixteen-inch guns, the heaviest of the fleet before the war. West Virginia was raised from the mud of Pearl Harbor and fired first at Surigao Strait.',
  'US Tennessee':
    'Rebuilt after Pearl Harbor so thoroughly that little of the old ships could be recognised. Their new radar let them hit what they could not see at Surigao Strait.',
  'US New Orleans':
    'Treaty cruisers with a good belt and no torpedoes, the backbone of the Solomons in 1942. Three of them went down in one night off Savo Island, and San Francisco fought Hiei at pistol range.',
  'US Portland':
    'Roomy treaty cruisers often chosen as flagships. Portland circled with a broken rudder off Guadalcanal and still sank a crippled destroyer; Indianapolis was lost in the last weeks of the war.',
  'US Northampton':
    'Early treaty cruisers, fast and thinly protected, that carried their share of every battle from Java to Samar. Houston fought her last fight alone in Sunda Strait and went down firing.',
  'US Baltimore':
    'War-built cruisers free of treaty limits, with strong armour and a forest of light guns. They spent their days guarding carriers, and Pittsburgh lost her bow to a typhoon and came home.',
  'US Brooklyn':
    'Fifteen quick-firing six-inch guns earned them the name of machine guns from those who met them. Helena lit up Cape Esperance and was torpedoed in Kula Gulf the summer after.',
  'US Cleveland':
    'The most numerous cruisers ever built to one design. Four of them drove off a Japanese squadron at Empress Augusta Bay and then fought off the bombers of the morning.',
  'US Atlanta':
    'Small cruisers covered in dual-purpose guns, meant to break up air attacks. Atlanta and Juneau were both lost in the chaos of Friday the thirteenth off Guadalcanal.',
  'US Omaha':
    'Scouts of an older age with four funnels and guns in casemates. Marblehead steamed halfway round the world for repairs after bombs had broken her steering.',
  'US Fletcher':
    'The destroyer by which others were measured: fast, tough and able to do everything. Johnston charged battleships alone off Samar, and Hoel followed her.',
  'US Gleaves':
    'Built in great numbers just before the war and thrown into the Solomons first. Laffey passed so close to Hiei that the battleship could not lower her guns enough.',
  'US Sims':
    'Escorts of the carriers in the first year of the war. Hammann was torpedoed alongside the crippled Yorktown at Midway and sank in minutes.',
  'US Mahan':
    'Prewar destroyers with twelve tubes and new steam machinery. Cushing led the line into the Japanese van off Guadalcanal and was shot to pieces.',
  'US Clemson':
    'Four-stackers from the building rush of 1918, old before the war began. Edsall dodged two battleships for an hour south of Java before dive bombers stopped her.',
  'US John C. Butler':
    'Little escorts meant for convoys and submarines. Samuel B. Roberts ran at heavy cruisers off Samar and fought, as her captain wrote, like a battleship.',
  'US Essex':
    'Twenty-four were built, and none was ever sunk. They carried the war across the Pacific from Rabaul to Tokyo Bay.',
  'US Yorktown':
    'Three sisters who held the line in 1942, when there was nothing else. Enterprise alone outlived that year and saw more battles than any other ship of her navy.',
  'US Lexington':
    'Battlecruisers turned into carriers, enormous and fast. Lexington burned at the Coral Sea after fuel vapours had found a spark.',
  'US Independence':
    'Cruiser hulls given a short flight deck because carriers were wanted at once. Princeton was lost off Leyte to a single bomb and what it set alight.',
  'US Casablanca':
    'Fifty were welded together in a year, slow and unarmoured. Off Samar six of them ran before Yamato while their pilots attacked with whatever was aboard.',
  'US Gato':
    'Long-legged fleet boats that cut Japan from her supplies. Darter and Dace sank two heavy cruisers at dawn before Leyte; Wahoo made her captain a legend.',
  'US Liberty':
    'Merchantmen built by the thousand, some in a few days. Stephen Hopkins met a German raider with one old gun and took her along to the bottom.',
  'UK Nelson':
    'All nine heavy guns stood before the bridge, a child of the treaties. Rodney closed until she could hardly miss and broke Bismarck up.',
  'UK King George V':
    'Modern ships with ten guns and stubborn turrets. Prince of Wales fought Bismarck with dockyard men aboard, and Duke of York found Scharnhorst in the Arctic night.',
  'UK Queen Elizabeth':
    'Fast for 1915 and rebuilt to fight again. Warspite hit an Italian battleship at thirteen miles, and three of them ended the Zara class at Matapan.',
  'UK Malaya':
    'Sisters of Warspite that were never fully rebuilt. Barham was torpedoed off Egypt and blew up before the cameras of her own squadron.',
  'UK Royal Sovereign':
    'Slow and unmodernised, kept for convoys. Their guns alone were enough to make raiders turn away.',
  'UK Hood':
    'For twenty years the largest warship afloat and the pride of her navy. A shell from Bismarck found her magazine, and three men lived.',
  'UK Renown':
    'Fast ships with few guns and thin skins, improved until little was left of the old. Renown drove off two German battlecruisers off Norway; Repulse was lost to torpedo bombers.',
  'UK County':
    'High-sided cruisers with three funnels, built for the long roads of the empire. Norfolk and Suffolk shadowed Bismarck by radar through snow and fog.',
  'UK York':
    'Smaller treaty cruisers with six guns. Exeter took the fire of Graf Spee off the River Plate so that two light cruisers could close.',
  'UK Southampton':
    'Twelve six-inch guns and a real belt made them cruisers for any sea. Sheffield and Belfast fought their way to Russia and back.',
  'UK Fiji':
    'The same guns in a tighter hull. Jamaica stood beside Duke of York at the end of Scharnhorst and launched her last torpedoes.',
  'UK Leander':
    'Handy cruisers with one broad funnel that were in everything. Ajax and Achilles hunted Graf Spee into Montevideo; Sydney ran down an Italian cruiser off Crete.',
  'UK Dido':
    'Ten dual-purpose guns for the narrow seas where bombers never stopped coming. Four of them bluffed an Italian battleship with smoke at Sirte.',
  'UK Carlisle':
    'Cruisers of the last war given new guns against aircraft. They covered Crete and Malta until one after another was hit.',
  'UK Tribal':
    'Big destroyers that looked for trouble. Cossack took prisoners off Altmark in a fjord, and four Tribals met Bismarck in the night.',
  'UK J and K':
    'Ten tubes and a single funnel made them hard to see and dangerous to meet. Kelly was commanded, mined, torpedoed, bombed and remembered.',
  'UK G to I':
    'The plain destroyers that did most of the work. Greyhound lit up the Italian cruisers at Matapan with her searchlight.',
  'UK War Emergency':
    'Built to a standard in wartime for every task. Onslow held off Hipper in the Barents Sea; Savage and Saumarez slowed Scharnhorst with torpedoes.',
  'UK Hunt':
    'Small escorts with strong flak for short seas. They fought the convoys through to Malta and along the east coast of England.',
  'UK Black Swan':
    'Sloops built to hunt. Starling led a group that killed submarines by listening longer than they could stay down.',
  'UK Flower':
    'Whale catchers in uniform that rolled, it was said, on wet grass. They carried the Battle of the Atlantic when there was nothing better.',
  'UK Illustrious':
    'Armoured flight decks cost them aircraft and saved their lives. Twenty-one old biplanes from Illustrious crippled a battle fleet at Taranto.',
  'UK Ark Royal':
    'Claimed sunk so often that it became a joke. Her Swordfish jammed the rudder of Bismarck; a single torpedo ended her off Gibraltar.',
  'UK Eagle':
    'Early carriers of odd ancestry. Eagle flew fighters to Malta until four torpedoes struck her in one minute.',
  'UK Audacity':
    'A captured merchantman with a flat roof and six fighters, the first of the escort carriers. In three months she showed that a convoy with its own aircraft could live.',
  'UK T':
    'Large patrol boats with a heavy salvo. They worked from the Arctic to the Malacca Strait, where Tally-Ho came home with her side torn open.',
  'UK U':
    'Small boats meant for training that found their sea around Malta. Upholder sank more than any other before she failed to return.',
  'UK Empire freighter':
    'The ships the war was about. Brisbane Star reached Malta with her bow blown open.',
  'UK Fleet tanker':
    'Fuel for everything else. Ohio was brought into Malta lashed between destroyers with her deck awash.',
  'JP Yamato':
    'The largest battleships ever launched, built in secret to outmatch any two others. Both were sunk from the air without ever meeting their like.',
  'JP Nagato':
    'The first ships with sixteen-inch guns and the face of the navy between the wars. Mutsu blew up at her mooring; Nagato outlived the fleet.',
  'JP Fuso':
    'Six turrets and a mast like a leaning pagoda. Fuso and Yamashiro steamed up Surigao Strait into the last battle line of history.',
  'JP Kongo':
    'Battlecruisers rebuilt as fast battleships, the hardest worked of their fleet. Hiei and Kirishima were lost within three days off Guadalcanal.',
  'JP Takao':
    'Great bridges like castles and torpedoes that reached further than anybody believed. Chokai led the raid at Savo Island.',
  'JP Myoko':
    'The first ships of a new kind of heavy cruiser. Haguro and Nachi broke an allied squadron in the Java Sea with long-range torpedoes.',
  'JP Mogami':
    'Called light cruisers to please a treaty, then given heavy guns. Mikuma was caught by dive bombers after Midway.',
  'JP Tone':
    'All turrets forward so that seaplanes could live aft. A scout from Tone found the American carriers at Midway, too late.',
  'JP Aoba':
    'The oldest heavy cruisers, light for their guns. Furutaka and Kinugasa fought through the Solomons until both were gone.',
  'JP Agano':
    'Elegant leaders for destroyers, built at last in wartime. Yahagi sailed with Yamato on her last voyage.',
  'JP Sendai':
    'Leaders of the destroyer flotillas with four funnels. Jintsu turned on her searchlight at Kolombangara and drew every gun.',
  'JP Kitakami':
    'Rebuilt to carry forty torpedo tubes for one great battle. It never came, and they ended as fast transports.',
  'JP Kagero':
    'The best destroyers afloat in 1941. Yukikaze came through everything and was called the unsinkable.',
  'JP Fubuki':
    'They changed what a destroyer was when they appeared. Ayanami fought alone among American battleships and was lost.',
  'JP Shiratsuyu':
    'Smaller sisters with quick torpedo reloads. Yudachi charged into the enemy line off Guadalcanal and threw it into disorder.',
  'JP Akizuki':
    'Built to guard carriers with eight long high-angle guns. Teruzuki was torpedoed on a supply run to Guadalcanal.',
  'JP Mutsuki':
    'Old ships used as transports by night. Yayoi and Kisaragi were early losses of the campaign for the islands.',
  'JP Shokaku':
    'The finest carriers of the early war. They missed Midway after the Coral Sea and fought to the end of 1944.',
  'JP Akagi':
    'Built over battle cruiser and battleship hulls, they led the raid on Pearl Harbor. Both burned at Midway with armed aircraft on deck.',
  'JP Hiryu':
    'Light, fast and full of aircraft. Hiryu alone struck back at Midway, and then was found.',
  'JP Taiho':
    'The first Japanese carrier with an armoured deck. One torpedo and a gas-filled hull ended her on her first day of battle.',
  'JP Ryujo':
    'Light carriers made from whatever hull there was. Shoho was the first Japanese carrier to be sunk.',
  'JP B type':
    'Ocean-going cruisers with a seaplane. One salvo from I-19 sank Wasp and hit a battleship; I-168 finished Yorktown.',
  'JP Maru':
    'Freighters that carried an army across an ocean. Four of them ran themselves ashore on Guadalcanal to land what they had.',
  'DE Bismarck':
    'She sank Hood in six minutes and was hunted for three days. Tirpitz tied down a fleet by lying in a fjord.',
  'DE Scharnhorst':
    'Fast twins with light guns and a lucky name. They sank a carrier off Norway; Scharnhorst ended alone in the dark off the North Cape.',
  'DE Deutschland':
    'Long-range raiders with the guns of a capital ship. Graf Spee was scuttled off Montevideo after a fight with three cruisers.',
  'DE Admiral Hipper':
    'Handsome cruisers with troublesome engines. Prinz Eugen sailed with Bismarck and outlived them all.',
  'DE Leipzig':
    'Light cruisers for the North Sea and the Baltic. Konigsberg was the first large warship sunk by dive bombers.',
  'DE Emden':
    'The first cruiser of the new navy, a training ship that had seen every ocean. She bore the name of a famous raider.',
  'DE Type 1936A':
    'Destroyers with cruiser guns, too heavy for their bows. Five of them went out with Scharnhorst and lost her in the snow.',
  'DE Type 1934':
    'The first new destroyers, fast and delicate. Half of them were lost in two fights at Narvik.',
  'DE Torpedo boat':
    'Small, quick and meant for the Channel. Jaguar and Wolf laid mines and escorted ships along the coasts of France.',
  'DE Graf Zeppelin': 'Launched in 1938 and never finished. Here she may do what she never did.',
  'DE Type VII':
    'The boat that nearly won the Atlantic. U-47 went into Scapa Flow and came out again.',
  'DE Type IX':
    'Larger boats for far coasts. U-123 hunted in sight of New York; U-505 was captured whole.',
  'DE Type XXI':
    'Built to live under water, faster there than most escorts could follow. Two made a patrol, and the war was over.',
  'DE Supply ship':
    'Tankers that fed the raiders on the empty ocean. Altmark was boarded in a Norwegian fjord.',
  'IT Littorio':
    'Fast, handsome and hard hitting, with little fuel. Roma was sunk by a guided bomb as she steamed to surrender.',
  'IT Duilio':
    'Old ships rebuilt from the keel up. Giulio Cesare was hit at the longest range ever recorded off Calabria.',
  'IT Zara':
    'The best armoured heavy cruisers of their time. Three of them were destroyed in minutes at Matapan, blind in the dark.',
  'IT Trento':
    'Speed before everything else. They fought at every meeting in the Mediterranean until Trento was torpedoed.',
  'IT Abruzzi':
    'Well-balanced light cruisers that cured the faults of their elders. They shelled, escorted and came through.',
  'IT Da Giussano':
    'Built to catch destroyers and little else. Bartolomeo Colleoni was run down by Sydney off Cape Spada.',
  'IT Soldati':
    'The standard destroyer of the fleet. They held the convoys to Libya together against submarines, ships and aircraft.',
  'IT Oriani':
    'Four sisters that sailed together. Alfieri and Carducci were lost turning to help Pola at Matapan.',
  'IT Spica':
    'Small torpedo boats used for everything. Lupo threw herself between a convoy for Crete and three cruisers.',
  'IT Aquila':
    'A liner half turned into a carrier when her navy surrendered. Here she puts to sea.',
  'IT Marcello':
    'Atlantic boats that worked from Bordeaux. Cappellini became known for saving those she sank.',
  'IT Adua':
    'Handy boats for the Mediterranean. Axum hit three ships with one salvo; Scire carried the men who mined Alexandria.',
  'IT Piroscafo': 'Steamers on the road to Africa. Few that began the war upon it ended it afloat.',
};

export const historyOf = (card: { navy: string; class: string }): string =>
  HISTORY[`${card.navy} ${card.class}`] ?? '';
